import { violationsInEveryLook } from "../axe";
import { atStep, balanceOf, deepen, expect, press, primaryCount, records, step, test as base, tokenShown } from "./buying";
import { STATES } from "./states";
import { withScene, type Scene, type Ways } from "./states/scene";
import { LONG } from "../tier";

const test = base.extend<{ scene: Scene }>({
  scene: async ({ page, chain, wallet, buyer }, use) => withScene({ page, chain, wallet, buyer }, use),
});

const MOST_PRIMARY = 1;

/** The first way stands for the others to the same state. */
const tierOf = (ways: Ways, how: string) => (how === Object.keys(ways)[0] ? {} : LONG);

for (const [name, ways] of Object.entries(STATES)) {
  for (const [how, { reach, shows, reloaded }] of Object.entries(ways)) {
    const title = `${name}, ${how}: readable in both themes and widths, and a reload leads to: ${reloaded}`;
    test(title, tierOf(ways, how), async ({ scene, page, chain }) => {
      await reach(scene);
      if (name === "editing") await expect(step(page)).toHaveCount(0);
      else await atStep(page, name);
      await expect(page.locator("main")).toContainText(shows);
      expect(await primaryCount(page)).toBeLessThanOrEqual(MOST_PRIMARY);
      expect(await violationsInEveryLook(page)).toEqual([]);

      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().setOffline(false);
      await page.reload();
      await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
      if (reloaded === "form") {
        expect(await records(page)).toEqual([]);
        return;
      }
      await press(page, /^Continue/);
      await chain.setAutomine(true);
      await deepen(chain);
      await atStep(page, reloaded);
      if (reloaded !== "credited") return expect(await records(page)).toHaveLength(1);
      expect(await balanceOf(page, await tokenShown(page))).toMatchObject({ status: 200, balance: 275 });
      expect(await records(page)).toEqual([]);
    });
  }
}
