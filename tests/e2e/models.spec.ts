import type { Page } from "@playwright/test";
import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import { hrefOf, listed, rows, type Listed } from "./models-page";
import { expect, test } from "./test";

const shown = (usd: number | null) => (usd === null ? "–" : formatPrice(usd));

/** Rows of one page of the list, as text: address, input, output, blended. Which column holds a price depends on the order. */
async function readRows(page: Page): Promise<string[][]> {
  const heads = await page.locator("main thead th").allTextContents();
  const places = ["Input", "Output", "Blended"].map((name) => heads.findIndex((head) => head.startsWith(name)));
  return rows(page).evaluateAll(
    (all, cells) =>
      all.map((row) => [
        row.querySelector("th a")?.getAttribute("href") ?? "",
        ...cells.map((place) => row.children[place]?.textContent ?? ""),
      ]),
    places,
  );
}

test.describe("the list without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("has every model of the API's answer once, a hundred a page, with the API's prices", async ({ page, request }) => {
    const models = new Map((await listed(request)).map((model) => [hrefOf(model), model]));
    expect(models.size).toBeGreaterThan(100);
    const seen: string[] = [];
    await page.goto("/models?dated=true");
    for (;;) {
      const read = await readRows(page);
      for (const [href = "", ...prices] of read) {
        const model = models.get(href);
        expect(prices, href).toEqual([model?.inputPrice, model?.outputPrice, model?.blendedPrice].map((usd) => shown(usd ?? null)));
        seen.push(href);
      }
      const next = page.getByRole("link", { name: "Next", exact: true });
      if ((await next.count()) === 0) break;
      expect(read).toHaveLength(75);
      await next.click();
    }
    expect(seen.toSorted()).toEqual([...models.keys()].toSorted());
  });

  test("folds dated versions, and unfolds them by a link", async ({ page, request }) => {
    const dated = (await listed(request, "?provider=anthropic")).filter(({ id }) => id.startsWith("claude-opus-4-5"));
    expect(dated.length).toBeGreaterThan(1);
    await page.goto("/models?provider=anthropic");
    const row = rows(page).filter({ has: page.locator('a[href="/models/anthropic/claude-opus-4-5"]') });
    await expect(row).toContainText(`${dated.length - 1} dated version`);
    await expect(page.locator('main a[href="/models/anthropic/claude-opus-4-5-20251101"]')).toHaveCount(0);
    await row.getByRole("link", { name: /dated version/ }).click();
    await expect(page.locator('main a[href="/models/anthropic/claude-opus-4-5-20251101"]')).toHaveCount(1);
  });

  test("filters by a plain form and names the filter in the address", async ({ page, request }) => {
    await page.goto("/models");
    await page.getByLabel("Maker").selectOption("anthropic");
    await page.getByRole("checkbox", { name: "Dated versions" }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/provider=anthropic/);
    await expect(rows(page)).toHaveCount((await listed(request, "?provider=anthropic")).length);
  });

  test("sorts by the links of its head, in both directions, with unpublished prices last", async ({ page }) => {
    const prices = async () => (await readRows(page)).map(([, input = ""]) => Number(input.replace(/[$,]/g, ""))).filter((usd) => usd > 0);
    const head = page.locator("thead th").filter({ hasText: "Input" });
    await page.goto("/models");
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    expect(await prices()).toEqual((await prices()).toSorted((a, b) => a - b));
    await head.getByRole("link").click();
    await expect(head).toHaveAttribute("aria-sort", "descending");
    expect(await prices()).toEqual((await prices()).toSorted((a, b) => b - a));
    await expect(rows(page).first()).not.toContainText("–$");
  });

  test("names every filter that it does not know, and a link dismisses the note", async ({ page }) => {
    await page.goto("/models?sort=banana&cap=flying&provider=anthropic&page=99");
    const note = page.getByRole("status").filter({ hasText: "Ignored filters" });
    for (const ignored of ["sort=banana", "cap=flying", "page=99"]) await expect(note).toContainText(ignored);
    await note.getByRole("link", { name: "Dismiss" }).click();
    await expect(note).toHaveCount(0);
    await expect(page).toHaveURL(/\?provider=anthropic/);
  });

  test("says of an empty list what would find more", async ({ page, request }) => {
    await page.goto("/models?cap=vision&ctx=999999999");
    await expect(page.getByText("No model fits these filters.")).toBeVisible();
    const looser = page.getByRole("link", { name: /without the context/ });
    const count = Number(/\d+/.exec((await looser.textContent()) ?? "")?.[0]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual((await listed(request, "?capability=vision")).length);
    await looser.click();
    await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(String(count));
  });

  test("says once where and when most prices were seen, in a row only where it differs, and whether sources differ", async ({
    page,
    request,
  }) => {
    const sources = new Map<string, string>(
      ((await (await request.get("/api/models")).json()).sources as { key: string; name: string }[]).map(({ key, name }) => [key, name]),
    );
    const models = new Map((await listed(request, "?provider=openai")).map((model) => [hrefOf(model), model]));
    await page.goto("/models?provider=openai&dated=true");
    const line = await page.getByText(/^Prices: /).innerText();
    const read = await rows(page).evaluateAll((all) =>
      all.map((row) => {
        const seen = row.closest(".has-seen") && row.querySelector("td:last-child");
        return [row.querySelector("th a")?.getAttribute("href"), row.querySelector("th b")?.textContent, seen?.textContent].map(
          (text) => text ?? "",
        );
      }),
    );
    expect(read.length).toBeGreaterThan(20);
    const seenOf = new Map(
      [...models].map(([href, { source, verified_at: day }]) => [
        href,
        source === null ? "" : `${sources.get(source)}${day === null ? "" : `, ${formatDay(day)}`}`,
      ]),
    );
    const common = read.filter(([href = ""]) => line.startsWith(`Prices: ${seenOf.get(href)}`));
    expect(common.length).toBeGreaterThan(read.length / 2);
    for (const [href = "", conflict, seen] of read) {
      const expected = seenOf.get(href) ?? "nowhere";
      expect(conflict, href).toBe(models.get(href)?.priceConflict ? "sources differ" : "");
      expect(seen, href).toBe(line.startsWith(`Prices: ${expected}`) ? "" : expected.replace(", ", ""));
    }
    expect(line.includes("rows say where it differs")).toBe(read.some(([, , seen]) => seen !== ""));
  });

  test("weighs at most 250 KB, 35 KB of them compressed", async ({ request }) => {
    const body = await (await request.get("/models", { headers: { "Accept-Encoding": "identity" } })).body();
    expect(body.byteLength).toBeLessThanOrEqual(250_000);
  });
});

test("on a phone the filters are folded above the list, which fits the screen", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/models");
  await expect(page.getByLabel("Maker")).toBeHidden();
  const [first] = await rows(page).all();
  expect((await first?.boundingBox())?.y).toBeLessThan(812);
  await page.locator("summary", { hasText: "Filters" }).click();
  const order = page.getByLabel("Order");
  await expect(page.getByLabel("Score shown"), "the newest have no column of scores").toHaveCount(0);
  await order.selectOption("capability.desc");
  await expect(page).toHaveURL(/sort=capability\.desc/);
  await expect(page.getByLabel("Score shown")).toBeVisible();
  await page
    .addStyleTag({ content: "html { font-size: 200% }" })
    .catch(() => page.evaluate("document.documentElement.style.fontSize = '200%'"));
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBeLessThanOrEqual(0);
});

test("after a navigation the heading has the focus, and the navigation says where one is", async ({ page }) => {
  await page.goto("/models", { waitUntil: "networkidle" });
  const [first] = await rows(page).all();
  await first?.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/models\/.+\/.+/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const nav = page.getByRole("navigation", { name: "Sections" });
  await expect(nav.getByRole("link", { name: "Models", exact: true })).toHaveAttribute("aria-current", "true");
  await nav.getByRole("link", { name: "Models", exact: true }).click();
  await expect(page).toHaveURL(/\/models$/);
  await expect(nav.getByRole("link", { name: "Models", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test.describe("one model", () => {
  const path = "/models/openai/gpt-5";

  test("shows the API's price, each source of it, and the prices of the last days", async ({ page, request }) => {
    const model = (await listed(request, "?provider=openai")).find(({ id }) => id === "gpt-5") as Listed & {
      price_sources: { source: string; inputPrice: number; verified_at: string | null }[];
    };
    await page.goto(path);
    const price = page.getByRole("region", { name: "Price now" });
    await expect(price.getByRole("row", { name: /^Input \$/ })).toContainText(shown(model.inputPrice));
    await expect(price.getByRole("row", { name: /^Output \$/ })).toContainText(shown(model.outputPrice));
    const sources = page.getByRole("region", { name: "Sources of the price" }).locator("tbody tr");
    await expect(sources).toHaveCount(model.price_sources.length);
    for (const [at, { inputPrice, verified_at: day }] of model.price_sources.entries()) {
      await expect(sources.nth(at)).toContainText(formatPrice(inputPrice));
      if (day !== null) await expect(sources.nth(at).locator("time")).toHaveAttribute("title", formatDay(day));
    }
    const { points } = await (await request.get("/api/history/pricing/series?model=openai/gpt-5")).json();
    const figure = page.getByRole("figure", { name: /^GPT-5/ });
    await expect(figure).toBeVisible();
    await figure.getByText("Table of the days").click();
    await expect(figure.getByRole("row").filter({ hasText: formatDay(points.at(-1).date) })).toContainText(
      formatPrice(points.at(-1).input),
    );
  });

  test("says at a glance what a call costs, how able it is, when it ends, and what is cheaper and as able", async ({ page, request }) => {
    const model = (await listed(request, "?provider=openai")).find(({ id }) => id === "gpt-5");
    const { models } = (await (await request.get("/api/capability?ranked=true")).json()) as {
      models: { id: string | null; providerId: string; ability: number; sold: boolean }[];
    };
    const own = models.find(({ id, providerId }) => id === "gpt-5" && providerId === "openai")?.ability ?? NaN;
    const sold = models.filter((entry) => entry.sold);
    await page.goto(path);
    const glance = page.getByRole("region", { name: "At a glance" });
    const tile = (name: string) => glance.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
    const cost = ((model?.inputPrice ?? NaN) * 1000 + (model?.outputPrice ?? NaN) * 300) / 1e6;
    await expect(tile("A typical call")).toContainText(`$${Number(cost.toPrecision(2))}`);
    await expect(tile("A typical call")).toContainText("1,000 tokens in, 300 out");
    await expect(tile("Ability")).toContainText(String(own));
    await expect(tile("Ability")).toContainText(
      `${1 + sold.filter(({ ability }) => ability > own).length} of ${sold.length} that are sold`,
    );
    await expect(tile("Ends")).toBeVisible();
    const cheaper = page.locator("section", { has: page.getByRole("heading", { name: "Cheaper and as able" }) });
    await expect(tile("Cheaper and as able").getByRole("link")).toHaveText(await cheaper.locator("tbody th a").first().innerText());
  });

  test("a host's listing has the ability of the model, under whatever id it is sold there", async ({ page, request }) => {
    const { results } = (await (await request.get("/api/models/resolve?name=openai/gpt-5")).json()) as {
      results: { hosts: { provider_id: string; id: string; is_makers: boolean }[] }[];
    };
    const hosted = results[0]?.hosts.find(({ is_makers: isMakers, id }) => !isMakers && !id.startsWith("gpt-5"));
    await page.goto(path);
    const ability = page.getByRole("region", { name: "At a glance" }).locator("dl > div").nth(1);
    const own = await ability.innerText();
    await page.goto(`/models/${hosted?.provider_id}/${encodeURIComponent(hosted?.id ?? "").replaceAll("%2F", "/")}`);
    await expect(ability).toContainText("that are sold");
    expect(await ability.innerText()).toBe(own);
  });

  test("lists everybody who sells it once, with prices", async ({ page, request }) => {
    const { results } = (await (await request.get("/api/models/resolve?name=openai/gpt-5")).json()) as {
      results: { hosts: { provider: string; model_status: string; pricing: { input: number | null } | null }[] }[];
    };
    const sold = (results[0]?.hosts ?? []).filter(({ model_status: status }) => ["active", "deprecated"].includes(status));
    const hosts = sold.filter(({ provider }, at) => sold.findIndex((other) => other.provider === provider) === at);
    await page.goto(path);
    const rows = page.getByRole("region", { name: "Hosts of this model" }).locator("tbody tr");
    await expect(rows).toHaveCount(Math.min(12, hosts.length));
    for (const [at, { provider, pricing }] of hosts.slice(0, 12).entries()) {
      await expect(rows.nth(at)).toContainText(provider);
      if (pricing?.input !== null && pricing?.input !== undefined) await expect(rows.nth(at)).toContainText(formatPrice(pricing.input));
    }
  });

  test("mixes input and output as the reader chooses", async ({ page, request }) => {
    const model = (await listed(request, "?provider=openai")).find(({ id }) => id === "gpt-5");
    await page.goto(path);
    await page.getByRole("link", { name: "90 : 10" }).click();
    await expect(page).toHaveURL(/mix=90/);
    const mixed = ((model?.inputPrice ?? 0) * 90 + (model?.outputPrice ?? 0) * 10) / 100;
    await expect(page.getByText(`${formatPrice(mixed)} per 1M tokens, of which 90 %`)).toBeVisible();
  });

  test("lists only cheaper models that are as able", async ({ page }) => {
    await page.goto(path);
    const block = page.locator("section", { has: page.getByRole("heading", { name: "Cheaper and as able" }) });
    const own = Number(/Its ability is ([\d.]+)/.exec((await block.textContent()) ?? "")?.[1]);
    // The interval stands in an element of its own under the ability.
    const cheaper = await block
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("td")].map((cell) => Number((cell.firstChild?.textContent ?? "").replace(/[$,]/g, "")))),
      );
    expect(cheaper.length).toBeGreaterThan(0);
    for (const [ability = 0, blended = 0] of cheaper) {
      expect(ability).toBeGreaterThanOrEqual(own);
      expect(blended).toBeLessThan(5.625);
    }
  });

  test("asks nothing that costs credits before its button is pressed, and then for a token", async ({ page }) => {
    const paid: string[] = [];
    page.on("request", (request) => void (request.url().includes("/api/premium/") && paid.push(request.url())));
    await page.goto(path, { waitUntil: "networkidle" });
    const forecast = page.getByRole("region", { name: "Forecast of 7 days" });
    await forecast.getByText("See an example answer").click();
    await expect(forecast.getByText("Example: invented figures")).toBeVisible();
    await forecast.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(forecast.getByLabel(/^Access token/)).toBeVisible();
    expect(paid).toEqual([]);
  });

  test("has a page for an id with a slash, and a 404 with the closest names for one that does not exist", async ({ page, request }) => {
    const hosted = (await listed(request, "?include=hosts")).find(({ id }) => id.includes("/"));
    await page.goto(hrefOf(hosted as Listed));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(hosted?.name ?? "");
    const missing = await page.goto("/models/openai/gpt-5-nanoo");
    expect(missing?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
    await expect(page.locator('main a[href="/models/openai/gpt-5-nano"]')).toBeVisible();
  });
});
