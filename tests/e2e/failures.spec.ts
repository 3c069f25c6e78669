import { withoutTables } from "./breakage";
import { declaredPages, publicPages } from "./declared-pages";
import { expect, test } from "./test";
import { LONG } from "./tier";

test.describe.configure({ mode: "serial" });

/** Pages that show incidents among other things, so that those must stand when incidents fail. */
const withIncidents = declaredPages.flatMap(({ address, endpoints: [main, ...others] }) =>
  main !== "/api/incidents" && others.includes("/api/incidents") ? [address] : [],
);

test("an endpoint that fails is an error with a request id in its block, and the other blocks stand", async ({ page }) => {
  await withoutTables(["incidents"], async () => {
    for (const address of withIncidents) {
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(200);
      await expect(page.locator("main h1"), address).toBeVisible();
      const failure = page
        .locator("main")
        .getByText(/req_[0-9a-f]{16}/)
        .first();
      await expect(failure, address).toBeVisible();
      await expect(
        page
          .locator("main")
          .getByRole("button", { name: /retry|try again/i })
          .first(),
        address,
      ).toBeVisible();
      await expect(page.locator("main").getByText(/no (open )?incidents/i), address).toHaveCount(0);
      expect(await page.locator("main section").count(), address).toBeGreaterThan(1);
    }
  });
});

test("scores that cannot be read are an error with a request id where they would stand, and no empty chart", async ({ page }) => {
  await withoutTables(["benchmark_models"], async () => {
    for (const address of ["/models/map", "/benchmarks/swe_bench", "/benchmarks"]) {
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(200);
      await expect(
        page
          .locator("main")
          .getByText(/req_[0-9a-f]{16}/)
          .first(),
        address,
      ).toBeVisible();
      await expect(page.locator("main").getByRole("slider"), address).toHaveCount(0);
      await expect(page.locator("main").getByText(/no model|no score/i), address).toHaveCount(0);
    }
  });
});

/** Without these no dataset can be read, nor how old it is. */
const DATA = ["articles", "gpu_offers", "incidents", "model_listings", "benchmark_listings", "snapshots", "sources", "status_services"];

test("without its data every page stands, and one whose main request fails says so with a request id and Retry", async ({
  page,
  request,
}) => {
  test.slow();
  await withoutTables(DATA, async () => {
    const failing: string[] = [];
    for (const { address, main } of publicPages) {
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(200);
      await expect(page.locator("main h1"), address).toHaveCount(1);
      if (main.method !== "GET" || (await request.get(main.target)).status() < 500) continue;
      failing.push(address);
      const failed = page.locator("main [data-failed-block]").first();
      await expect(failed, address).toContainText(/request req_[0-9a-f]{16}/);
      await expect(failed.getByRole("button", { name: /retry|try again|trying again/i }), address).toBeVisible();
    }
    expect(failing.length, "pages whose main request fails").toBeGreaterThan(publicPages.length / 3);
  });
});

test("a service whose page does not answer is unknown, with its last known state, and the others keep theirs", async ({
  page,
  request,
}) => {
  const { services } = (await (await request.get("/api/status")).json()) as { services: { name: string; status: string }[] };
  const unread = services.filter(({ status }) => status === "unknown");
  expect(unread.map(({ name }) => name)).toEqual(["Mistral API"]);
  await page.goto("/status");
  const row = page.locator("main tr").filter({ hasText: "Mistral API" }).first();
  await expect(row).toContainText(/unknown/i);
  await expect(page.locator("main tr").filter({ hasText: "Claude API" }).first()).toContainText(/down/i);
});

const MONTH_MS = 30 * 86_400_000;

test("every age that a page shows becomes stale in an open tab", LONG, async ({ page }) => {
  test.slow();
  let stamps = 0;
  await page.clock.install();
  for (const { address } of publicPages) {
    await page.unrouteAll();
    await page.goto(address);
    const all = page.locator("main .stamp");
    if ((await all.count()) === 0) continue;
    await page.route("**/*", (route) => route.abort());
    await expect(async () => {
      await page.clock.fastForward(MONTH_MS);
      for (const text of await all.allInnerTexts()) expect(text, address).toMatch(/Stale|Age unknown|as of the last release/);
    }).toPass();
    stamps += await all.count();
  }
  expect(stamps).toBeGreaterThan(publicPages.length / 2);
});

test("states older than two cadences are unknown, in the header too", async ({ page }) => {
  await page.clock.install();
  await page.goto("/status");
  await page.route("**/*", (route) => route.abort());
  // A page's timer runs from when its scripts have taken over, on a busy machine after its "load" event.
  await expect(async () => {
    await page.clock.fastForward("05:00");
    await expect(page.getByText(/Not refreshed since/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(
    page
      .locator("main")
      .getByText(/stale|unknown/i)
      .first(),
  ).toBeVisible();
});
