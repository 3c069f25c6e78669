import { spelledId } from "@/lib/domain/models/names/spelled-id";
import { formatPrice } from "@/lib/domain/pages/format";
import { withoutTables } from "./breakage";
import { expect, test } from "./test";

const STORIES = "Reported by several outlets";
const SHOWN_STORIES = 3;

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
  await expect(rows).toHaveCount(3);
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

test("Today and News show what several outlets reported, with how many", async ({ page, request }) => {
  const { stories } = await (await request.get("/api/news/stories")).json();
  expect(stories.length).toBeGreaterThan(0);
  const told = stories.map(({ title, source_count: outlets }: { title: string; source_count: number }) => [title, `${outlets} outlets`]);
  for (const [path, shown] of [
    ["/", SHOWN_STORIES],
    ["/news", stories.length],
  ] as const) {
    await page.goto(path);
    const rows = page.getByRole("region", { name: STORIES }).getByRole("listitem");
    await expect(rows).toHaveCount(Math.min(shown, stories.length));
    for (const [place, texts] of told.slice(0, shown).entries()) {
      for (const text of texts) await expect(rows.nth(place)).toContainText(text);
    }
  }
});

interface Able {
  model: string;
  provider: string;
  id: string | null;
  providerId: string;
  rank: number | null;
  ability: number;
  released: string | null;
}

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

test("opens with price against ability of the last 18 months' models, and names what nothing cheaper beats", async ({ page, request }) => {
  const since = daysBefore(new Date().toISOString(), 548);
  const { models } = (await (await request.get(`/api/capability?released_since=${since}`)).json()) as { models: Able[] };
  const abilityOf = new Map(
    models.flatMap(({ model, provider, rank, ability }) => (rank === null ? [] : [[`${model}, ${provider}`, ability]])),
  );
  await page.goto("/");
  await expect(page.locator("main section").first()).toHaveAccessibleName("Price against ability");
  const rows = await page
    .getByRole("region", { name: "Price against ability" })
    .locator("details.chart-table tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")));
  expect(rows.length).toBeGreaterThan(10);
  const plotted = rows.map(([name = "", price = "", score = ""]) => ({
    name: name.replace(", on the frontier", ""),
    isBest: name.endsWith(", on the frontier"),
    price: Number(price.replace(/[$,]/g, "")),
    score: Number(score),
  }));
  for (const { name, score } of plotted) expect(abilityOf.get(name)?.toFixed(1), name).toBe(score.toFixed(1));
  const frontier = plotted.filter(({ isBest }) => isBest);
  for (const { price, score } of frontier) {
    expect(plotted.filter((other) => other.price > 0 && other.price <= price && other.score > score)).toEqual([]);
  }
  const named = page.getByRole("list", { name: "The frontier, cheapest first" }).getByRole("link");
  expect(await named.allTextContents()).toEqual(frontier.map(({ name }) => name.replace(/, [^,]*$/, "")));
});

test("names what ends within 30 days, the next end first", async ({ page, request }) => {
  const answer = (await (await request.get("/api/models/retirements?within_days=30")).json()) as {
    retirements: { model: string; name: string | null; days_left: number }[];
  };
  // A promise to answer until a day that has passed is no end within these days.
  const retirements = answer.retirements.filter(({ days_left: left }) => left >= 0);
  expect(retirements.length).toBeGreaterThan(0);
  await page.goto("/");
  const rows = page.getByRole("region", { name: "Ends within 30 days" }).locator("tbody tr");
  expect(await rows.count()).toBeLessThanOrEqual(4);
  await expect(rows.first()).toContainText(retirements[0]?.name ?? spelledId(retirements[0]?.model ?? "nothing"));
  const left = (await rows.locator("td").allTextContents()).map((text) =>
    Number(/in (\d+) days/.exec(text)?.[1] ?? (text.startsWith("today") ? 0 : 1)),
  );
  expect(left).toEqual(left.toSorted((a, b) => a - b));
});

test("names the newest models with their ability and prices", async ({ page, request }) => {
  const [{ providers }, { models }] = (await Promise.all(
    ["/api/models", "/api/capability"].map(async (path) => (await request.get(path)).json()),
  )) as [
    { providers: { id: string; models: { id: string; inputPrice: number; outputPrice: number; released: string | null }[] }[] },
    { models: Able[] },
  ];
  const listed = new Map<string, (typeof providers)[number]["models"][number]>(
    providers.flatMap(({ id, models: own }) => own.map((model) => [`/models/${id}/${model.id}`, model] as const)),
  );
  const abilityOf = new Map<string, number>(
    models.flatMap(({ providerId, id, rank, ability }) => (rank === null ? [] : [[`/models/${providerId}/${id}`, ability]])),
  );
  await page.goto("/");
  const rows = page.getByRole("region", { name: "Newest models" }).locator("tbody tr");
  await expect(rows).toHaveCount(3);
  const months: string[] = [];
  for (const row of await rows.all()) {
    const href = decodeURIComponent((await row.getByRole("link").getAttribute("href")) ?? "");
    const model = listed.get(href);
    months.push(model?.released ?? "");
    await expect(row.locator("td").first()).toHaveText(String(abilityOf.get(href) ?? "–"));
    await expect(row.locator("td").last()).toHaveText(`${formatPrice(model?.inputPrice ?? NaN)}${formatPrice(model?.outputPrice ?? NaN)}`);
  }
  expect(months).toEqual(months.toSorted((a, b) => b.localeCompare(a)));
});

test("at 1440 px all blocks stand on the first screen; on a phone they follow in this order", async ({ page }) => {
  const titles = ["Price against ability", "Services now", "Ends within 30 days", "Price changes", "Newest models", STORIES];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  // The notice on sample data is not counted. Of the stories only the beginning is: long headlines take two lines.
  const notice = (await page.getByText("Sample data.").locator("..").boundingBox())?.height ?? 0;
  for (const title of titles) {
    const box = await page.getByRole("region", { name: title, exact: true }).boundingBox();
    const end = title === STORIES ? box?.y : box && box.y + box.height;
    expect(end, title).toBeLessThan(900 + notice);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const places = await page
    .locator("main h2")
    .evaluateAll((all) => all.map((head) => [head.textContent, head.getBoundingClientRect().top] as const));
  expect(places.toSorted((a, b) => a[1] - b[1]).map(([title]) => title)).toEqual(titles);
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
  await expect(block).toContainText(changed.length === 0 ? "No price changed" : `${changed.length} models since`);
  const rows = block.locator("tbody tr");
  await expect(rows).toHaveCount(Math.min(3, changed.length));
  for (const href of await rows.locator("th a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))) {
    expect(changed.map(([key]) => `/models/${key}`)).toContain(decodeURIComponent(href));
  }
});

test("each block shows the age of its own data", async ({ page, request }) => {
  await page.goto("/");
  const sources = [
    ["Services now", "/api/status"],
    [STORIES, "/api/news/stories"],
  ] as const;
  for (const [title, path] of sources) {
    const { captured_at: capturedAt } = await (await request.get(path)).json();
    await expect(page.getByRole("region", { name: title }).locator(".stamp time")).toHaveAttribute("datetime", capturedAt);
  }
});

test("a block whose table cannot be read says so and can be retried; the others stand", async ({ page, request }) => {
  const block = page.getByRole("region", { name: "Ends within 30 days" });
  await withoutTables(["retirements"], async () => {
    // The call lets the server see that its data has changed. Until then it may answer with the page that it keeps.
    await expect(async () => {
      await request.get("/api/models/retirements");
      await page.goto("/");
      expect((await block.getByRole("alert").allTextContents()).join()).toMatch(/HTTP 500 · request req_[0-9a-f]{16}/);
    }).toPass();
    await expect(page.getByRole("region", { name: STORIES }).getByRole("listitem").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Services now" })).toContainText("of 64 services");
    await expect(block.getByRole("button", { name: /Retry|Trying again/ })).toBeVisible();
  });
  await expect(async () => {
    const retry = block.getByRole("button", { name: "Retry" });
    if (await retry.isVisible()) await retry.click();
    await expect(block.locator("tbody tr").first()).toBeVisible();
  }).toPass();
});
