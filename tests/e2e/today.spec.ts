import { formatPrice } from "@/lib/domain/pages/format";
import { withoutTables } from "./breakage";
import { expect, test } from "./test";

interface Service {
  name: string;
  status: string;
}

const isTroubled = ({ status }: Service): boolean => status === "degraded" || status === "down";

test("lists only the services that are not operational, since when, and counts them as the header does", async ({ page, request }) => {
  const { services } = (await (await request.get("/api/status")).json()) as { services: Service[] };
  const { incidents } = await (await request.get("/api/incidents?open=true")).json();
  const troubled = services.filter(isTroubled);
  await page.goto("/");
  const block = page.getByRole("region", { name: "Services now" });
  await expect(block.getByRole("listitem")).toHaveCount(troubled.length);
  for (const { name, status } of troubled) {
    const row = block.getByRole("listitem").filter({ hasText: name });
    await expect(row).toContainText(new RegExp(status, "i"));
    const { startedAt } = incidents.find(({ service }: { service: string }) => service === name);
    await expect(row.locator("time")).toHaveAttribute("datetime", startedAt);
  }
  const count = `${troubled.length} of ${services.length}`;
  await expect(block).toContainText(`${count} services not operational`);
  await expect(page.getByRole("banner")).toContainText(`${count} services not operational`);
  await expect(page.locator("main a").filter({ hasText: "Services not operational" })).toContainText(count);
});

interface Priced {
  provider: string;
  model: string;
  name: string;
  inputPrice: number | null;
  outputPrice: number | null;
}

test("shows the largest price changes between the two newest captured days, with both prices", async ({ page, request }) => {
  const { dates } = await (await request.get("/api/history")).json();
  const [after, before] = await Promise.all(
    dates.slice(0, 2).map(async (date: string) => {
      const { data } = (await (await request.get(`/api/history/${date}/pricing`)).json()) as { data: { models: Priced[] } };
      return new Map(data.models.map((entry) => [`${entry.provider}/${entry.name}`, entry]));
    }),
  );
  const sizes = [...(after ?? new Map<string, Priced>())].flatMap(([key, now]) => {
    const then = before?.get(key);
    return (["inputPrice", "outputPrice"] as const).flatMap((field) => {
      const [from, to] = [then?.[field] ?? null, now[field]];
      return from === null || to === null || from === 0 || from === to ? [] : [Math.abs(to / from - 1)];
    });
  });
  await page.goto("/");
  const rows = page.getByRole("region", { name: "Price changes" }).locator("tbody tr");
  await expect(rows).toHaveCount(5);
  const largest = Math.max(...sizes) * 100;
  await expect(rows.first()).toContainText(`${largest.toFixed(1)} %`);
  for (const row of await rows.all()) {
    const text = await row.locator("th a").innerText();
    const [now] = [...(after ?? [])].map(([, entry]) => entry).filter(({ name }) => name === text);
    const prices = [now?.inputPrice, now?.outputPrice].filter((price) => typeof price === "number").map((price) => formatPrice(price));
    expect(prices.some((price) => price !== undefined)).toBe(true);
    await expect(row.locator("td").nth(1)).toContainText(
      new RegExp(` to (?:${prices.map((price) => price.replace(/[$.]/g, "\\$&")).join("|")})`),
    );
    await expect(row.locator("svg.sparkline path")).toHaveAttribute("d", /^M.*[HL]/);
  }
});

test("shows the latest eight stories of the API", async ({ page, request }) => {
  const { articles } = await (await request.get("/api/news?limit=8")).json();
  await page.goto("/");
  const titles = await page.getByRole("region", { name: "Latest stories" }).getByRole("listitem").locator("a").allTextContents();
  expect(titles.map((title) => title.replace(/ \(opens .*\)$/, ""))).toEqual(articles.map(({ title }: { title: string }) => title));
});

test("shows the cheapest offer of each GPU by its provider's name", async ({ page, request }) => {
  await page.goto("/");
  const rows = page.getByRole("region", { name: "Cheapest GPUs" }).locator("tbody tr");
  const shown = await rows.count();
  expect(shown).toBeGreaterThan(3);
  for (let at = 0; at < shown; at++) {
    const gpu = await rows.nth(at).locator("b").innerText();
    const { results } = await (await request.get(`/api/gpu/pricing/cheapest?gpu=${gpu}`)).json();
    const price = results[0].usd_hr as number;
    await expect(rows.nth(at)).toContainText(`$${price.toFixed(price < 1 ? 3 : 2)}/h`);
    expect((await rows.nth(at).locator("a").innerText()).toLowerCase().replaceAll(/\W/g, "")).toContain(
      (results[0].provider as string).replaceAll(/\W/g, ""),
    );
  }
});

test("shows the prices that moved most between the two newest captured days", async ({ page, request }) => {
  const { dates } = await (await request.get("/api/history")).json();
  const pricesOn = async (day: string) => {
    const { data } = await (await request.get(`/api/history/${day}/pricing`)).json();
    return new Map<string, number[]>(
      data.models.map((model: { provider: string; id: string; inputPrice: number; outputPrice: number }) => [
        `${model.provider}/${model.id}`,
        [model.inputPrice, model.outputPrice],
      ]),
    );
  };
  const [after, before] = [await pricesOn(dates[0]), await pricesOn(dates[1])];
  const changed = [...after].filter(([key, prices]) => before.has(key) && String(before.get(key)) !== String(prices));
  await page.goto("/");
  const block = page.getByRole("region", { name: "Price changes", exact: true });
  await expect(block).toContainText(changed.length === 0 ? "No price changed" : `${changed.length} models changed`);
  await expect(page.locator("main a").filter({ hasText: "Models whose price changed" })).toContainText(String(changed.length));
  const rows = block.locator("tbody tr");
  await expect(rows).toHaveCount(Math.min(5, changed.length));
  for (const href of await rows.locator("th a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))) {
    expect(changed.map(([key]) => `/models/${key}`)).toContain(decodeURIComponent(href));
  }
});

test("each block shows the age of its own data", async ({ page, request }) => {
  await page.goto("/");
  const sources = [
    ["Services now", "/api/status"],
    ["Latest stories", "/api/news?limit=8"],
  ] as const;
  for (const [title, path] of sources) {
    const { captured_at: capturedAt } = await (await request.get(path)).json();
    await expect(page.getByRole("region", { name: title }).locator(".stamp time")).toHaveAttribute("datetime", capturedAt);
  }
});

test("a block whose table cannot be read says so and can be retried; the others stand", async ({ page, request }) => {
  const block = page.getByRole("region", { name: "Cheapest GPUs" });
  await withoutTables(["gpu_offers"], async () => {
    // The call lets the server see that its data has changed. Until then it may answer with the page that it keeps.
    await expect(async () => {
      await request.get("/api/gpu/pricing");
      await page.goto("/");
      expect((await block.getByRole("alert").allTextContents()).join()).toMatch(/HTTP 500 · request req_[0-9a-f]{16}/);
    }).toPass();
    await expect(page.getByRole("region", { name: "Latest stories" }).getByRole("listitem")).toHaveCount(8);
    await expect(page.getByRole("region", { name: "Services now" })).toContainText("of 64 services");
    await expect(block.getByRole("button", { name: /Retry|Trying again/ })).toBeVisible();
  });
  await expect(async () => {
    const retry = block.getByRole("button", { name: "Retry" });
    if (await retry.isVisible()) await retry.click();
    await expect(block.locator("tbody tr").first()).toBeVisible();
  }).toPass();
});

test("the age of the GPU prices is that of the live ones; a list price names its day", async ({ page }) => {
  await page.goto("/");
  const block = page.getByRole("region", { name: "Cheapest GPUs" });
  await expect(block.locator(".stamp")).not.toContainText(/Stale/);
  expect(await block.getByText(/^live, \d+ \w+ \d{4}$/).count()).toBeGreaterThan(0);
  expect(await block.getByText(/^list price of \d+ \w+ \d{4}$/).count()).toBeGreaterThan(0);
});
