import { withoutTables } from "./breakage";
import { violationsOf } from "./axe";
import { formatCount } from "@/lib/domain/pages/format";
import { mintToken } from "./mint-token";
import { expect, test } from "./test";

interface Article {
  id: string;
  title: string;
  url: string;
  source: string;
  sourceDomain: string;
  snippet: string;
  publishedAt: string;
}

const PAGE_SIZE = 50;

test.describe("/news without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("lists the newest articles of the API's answer by UTC day, fifty to a page", async ({ page, request }) => {
    const { articles } = (await (await request.get("/api/news?limit=200")).json()) as { articles: Article[] };
    expect(articles.length).toBeGreaterThan(PAGE_SIZE);
    const seen: string[] = [];
    await page.goto("/news");
    for (;;) {
      seen.push(...(await page.locator("#headlines li > a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))));
      const next = page.getByRole("link", { name: "Next", exact: true });
      if ((await next.count()) === 0) break;
      await next.click();
    }
    expect(seen).toEqual(articles.map(({ url }) => url));
    await page.goto("/news");
    const [first] = articles as [Article];
    const link = page.locator("#headlines li > a").first();
    await expect(link).toHaveAccessibleName(`${first.title} (opens ${first.sourceDomain})`);
    await expect(link).toHaveAttribute("rel", /noopener/);
    const days = new Set(articles.slice(0, PAGE_SIZE).map(({ publishedAt }) => publishedAt.slice(0, 10)));
    await expect(page.locator("#headlines h3")).toHaveCount(days.size);
  });

  test("filters by words, category and source with a plain form, and names what it does not know", async ({ page, request }) => {
    await page.goto("/news?sort=banana&category=banana&page=99");
    await expect(page.getByRole("status").filter({ hasText: "Ignored" })).toContainText("category=banana, page=99");
    const category = "Models";
    const { articles } = (await (await request.get(`/api/news?limit=200&category=${category}`)).json()) as { articles: Article[] };
    const { source } = articles[0] as Article;
    await page.goto("/news");
    await page.locator("select[name=category]").selectOption(category);
    await page.locator("select[name=source]").selectOption(source);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/category=Models/);
    const expected = articles.filter((article) => article.source === source).slice(0, PAGE_SIZE);
    await expect(page.locator("#headlines li")).toHaveCount(expected.length);
    await page.goto(`/news?q=no-article-says-so&source=${encodeURIComponent(source)}`);
    await expect(page.getByRole("link", { name: /match without the words/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Clear filters" }).last()).toHaveAttribute("href", "/news");
  });

  test("offers its feeds to readers of feeds", async ({ page, request }) => {
    await page.goto("/news");
    for (const type of ["application/rss+xml", "application/feed+json"]) {
      const href = await page.locator(`link[rel=alternate][type="${type}"]`).getAttribute("href");
      expect((await request.get(new URL(href ?? "", page.url()).pathname)).headers()["content-type"]).toContain(type);
    }
  });
});

test("facets count the newest articles; on a phone the filters stand folded above the list", async ({ page, request }) => {
  const { articles } = (await (await request.get("/api/news?limit=200")).json()) as { articles: Article[] };
  const counts = new Map<string, number>();
  for (const article of articles) counts.set(article.source, (counts.get(article.source) ?? 0) + 1);
  const [source = "", count = 0] = [...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, "en"))[0] ?? [];
  await page.goto("/news");
  const facets = page.getByRole("navigation", { name: "Sources" });
  await expect(facets.getByRole("listitem").filter({ has: page.getByRole("link", { name: source, exact: true }) })).toHaveText(
    `${source}${count}`,
  );
  await facets.getByRole("link", { name: source, exact: true }).click();
  await expect(page.locator("#headlines li")).toHaveCount(Math.min(count, PAGE_SIZE));
  await expect(facets.getByRole("link", { name: source, exact: true })).toHaveAttribute("aria-current", "true");
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/news");
  await expect(facets).toBeHidden();
  await expect(page.getByLabel("Words in title or snippet")).toBeHidden();
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Words in title or snippet").fill("no-article-says-so");
  expect(await violationsOf(page)).toEqual([]);
  await expect(page.getByText(/fits these filters/)).toBeVisible();
});

test("j and k move between headlines unless somebody types or has switched them off, and o opens one", async ({ page }) => {
  await page.goto("/news");
  const links = page.locator("#headlines li > a");
  // Keys that are pressed before the page's script runs are lost.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(links.nth(0)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  const words = page.getByLabel("Words in title or snippet");
  await words.focus();
  await page.keyboard.press("j");
  await expect(words).toHaveValue("j");
  await page.getByLabel(/^Keys:/).uncheck();
  await page.reload();
  await page.keyboard.press("j");
  await expect(links.nth(0)).not.toBeFocused();
  await page.getByLabel(/^Keys:/).check();
  await page.locator("h1").click();
  const target = (await links.nth(0).getAttribute("href")) ?? "";
  await page.route(target, (route) => route.fulfill({ body: "the publisher" }));
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(target);
});

test("words can be looked for in the whole archive, at its button and price", async ({ page }) => {
  await page.goto("/news");
  await expect(page.getByRole("heading", { name: "Search the whole archive" })).toHaveCount(0);
  await page.goto("/news?q=models");
  const archive = page.getByRole("region", { name: "Search the whole archive" });
  await archive.getByRole("button", { name: "Run, 1 credit" }).click();
  await archive.getByLabel(/^Access token/).fill(await mintToken(2));
  const answered = page.waitForResponse((response) => response.url().includes("/api/premium/news/search?"));
  await archive.getByRole("button", { name: "Run, 1 credit" }).click();
  const { results, total_corpus } = (await (await answered).json()) as { results: { title: string; url: string }[]; total_corpus: number };
  expect(results.length).toBeGreaterThan(0);
  await expect(archive.getByText(`of the ${formatCount(total_corpus)} articles of the archive`)).toBeVisible();
  const links = archive.locator("li > a");
  expect(await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")))).toEqual(results.map(({ url }) => url));
  await expect(archive.getByText("1 credit left")).toBeVisible();
});

test("words that the archive cannot be searched for are named before anybody pays", async ({ page }) => {
  await page.goto("/news?q=the");
  await expect(page.getByText(/whole archive cannot be searched for this: q is not valid/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(0);
});

test("a failure to read the news is an error with a request id, not an empty list", async ({ page }) => {
  await withoutTables(["articles"], async () => {
    await expect(async () => {
      await page.goto("/news");
      expect((await page.locator("[data-failed-block]").allTextContents()).join()).toMatch(/request req_/);
    }).toPass();
    await expect(page.getByText("No articles have been read yet")).toHaveCount(0);
  });
});

test.describe("/news/verified", () => {
  const NOTE = "Several outlets reported this. It does not mean the claim is true.";

  test("asks nothing by itself; runs at the button, shows stories with their time lines, balance and receipt", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => void (request.url().includes("/api/premium/") && asked.push(request.url())));
    await page.goto("/news/verified?min=2", { waitUntil: "networkidle" });
    await expect(page.getByText(NOTE)).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(page.getByText(/A token is needed/)).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByLabel(/^Access token/).fill(await mintToken(3));
    const answered = page.waitForResponse((response) => response.url().includes("/api/premium/"));
    await page.getByRole("button", { name: "Run, 1 credit" }).click();
    const answer = (await (await answered).json()) as { items: { hero: { title: string }; reports: unknown[] }[] };
    expect(answer.items.length).toBeGreaterThan(0);
    await expect(page.getByText("2 credits left")).toBeVisible();
    await expect(page.locator("main h3")).toHaveCount(answer.items.length);
    const drawn = answer.items.filter(({ reports }) => reports.length > 1);
    await expect(page.locator("main figure")).toHaveCount(drawn.length);
    await expect(page.locator("main figure").first().locator("circle")).toHaveCount(drawn[0]?.reports.length ?? -1);
    expect(await violationsOf(page)).toEqual([]);
  });

  test("marks its example as one", async ({ page }) => {
    await page.goto("/news/verified");
    await expect(page.getByText("Example: invented figures")).toBeVisible();
    await expect(page.locator("figure circle")).toHaveCount(5);
    expect(await violationsOf(page)).toEqual([]);
  });

  test("a refused token costs nothing and says so", async ({ page }) => {
    await page.goto("/news/verified");
    await page.getByRole("button", { name: "Run, 1 credit" }).click();
    await page.getByLabel(/^Access token/).fill(`aed_live_${"0".repeat(64)}`);
    await page.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(page.getByText(/token is not accepted/i).first()).toBeVisible();
  });

  test("the address holds the days; days that the API would refuse cannot be run", async ({ page }) => {
    await page.goto("/news/verified");
    await page.getByLabel("One day, UTC").fill("2026-01-05");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/date=2026-01-05/);
    await expect(page.getByText(/Stories of 5 Jan 2026 that 4 or more outlets/)).toBeVisible();
    await page.goto("/news/verified?from=2026-01-05");
    await expect(page.getByRole("alert").filter({ hasText: "cannot be asked for" })).toContainText("to is missing");
    await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(0);
  });
});
