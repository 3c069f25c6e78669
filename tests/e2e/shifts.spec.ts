import { declaredPages } from "./declared-pages";
import { NOTHING_MOVED, shiftsOf, sumShifts } from "./shifts";
import { expect, test } from "./test";
import { LONG } from "./tier";

/** How many times slower the processor is made. A slow device would paint a page while it is still parsing it. */
const SLOWER = 8;
/** Ages take the place of times once a page is hydrated. */
const AGE = /\bago\b|\bold\b/;

/** Blocks with ages of their own, and a table whose rows have them. */
const WATCHED: readonly string[] = ["/", "/status"];

for (const { address } of declaredPages) {
  const tier = WATCHED.includes(address) ? {} : LONG;
  test(`${address} moves nothing while a slow device loads it and ages take the place of times`, tier, async ({ page }) => {
    await sumShifts(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address, { waitUntil: "networkidle" });
      const times = page.locator("main .stamp time");
      if ((await times.count()) > 0) await expect(times.first()).toHaveText(AGE);
      expect(await shiftsOf(page), `at ${width} px`).toEqual(NOTHING_MOVED);
    }
  });
}
