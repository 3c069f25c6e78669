import { violationsInEveryLook, violationsOf } from "./axe";
import { copiedBy } from "./copied";
import { startElsewhere, type Elsewhere } from "./elsewhere";
import { expect, test } from "./test";

let elsewhere: Elsewhere;
test.beforeAll(async () => {
  elsewhere = await startElsewhere();
});
test.afterAll(() => elsewhere.close());

const EMBEDS = [
  { page: "/models/map", frame: "/embed/map", alt: "Price of AI models against their ability", heading: "Price against ability" },
  {
    page: "/models/openai/gpt-5",
    frame: "/embed/price/openai/gpt-5",
    alt: "Course of the price of GPT-5",
    heading: "Price of GPT-5",
  },
];

for (const { page: address, frame, alt, heading } of EMBEDS) {
  test(`${address} offers its picture for other sites, and what is copied shows it there`, async ({ page, baseURL }) => {
    await page.goto(address);
    const embed = page.locator(".embed-snippets");
    await embed.getByText("Embed this picture").click();
    const picture = embed.getByRole("img", { name: alt, exact: true });
    await expect(picture).toHaveCount(1);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    expect(await violationsInEveryLook(page)).toEqual([]);
    await embed.getByRole("radio", { name: "Dark" }).check();
    const html = await copiedBy(page, () => embed.getByRole("button", { name: "Copy HTML" }).click());
    expect(html).toContain("theme=dark");
    const framed = await copiedBy(page, () => embed.getByRole("button", { name: "Copy Frame" }).click());
    const [origin = ""] = /https?:\/\/[^/"]+/.exec(html) ?? [];
    await page.setViewportSize({ width: 1280, height: 720 });
    await elsewhere.open(page, `${html}${framed}`.replaceAll(origin, baseURL ?? ""));
    const shown = page.getByRole("img", { name: alt });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
    await expect(page.frameLocator("iframe").getByRole("heading", { name: heading })).toBeVisible();
  });

  test(`${frame} reads well alone at any width, without script and cookie`, async ({ page, context }) => {
    const response = await page.goto(frame);
    expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors *");
    expect([await page.locator("script").count(), await context.cookies()]).toEqual([0, []]);
    for (const theme of ["light", "dark"]) {
      await page.goto(`${frame}?theme=${theme}`);
      expect(await violationsOf(page)).toEqual([]);
    }
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
      await expect(page.locator("svg.drawing:visible")).toHaveCount(1);
    }
  });
}

/** Width and height stand behind the signature and the name of the first part of a PNG. */
const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test("a link to a model or a provider has a picture of its own, and no other address has one", async ({ request }) => {
  for (const address of ["/og/models/openai/gpt-5", "/og/providers/openai", "/og/models/map"]) {
    const response = await request.get(address);
    expect([address, response.status(), response.headers()["content-type"]]).toEqual([address, 200, "image/png"]);
    expect(response.headers()["cache-control"]).toMatch(/^public, max-age=[1-9]/);
    expect(sizeOf(await response.body())).toEqual([1200, 630]);
  }
  expect((await request.get("/og/models/openai/..%2f..%2fetc")).status()).toBe(400);
  const hostile = ["nobody/gpt-5", "openai/%3Cscript%3E", `openai/${"x".repeat(300)}`, "openai/%E2%80%AE"];
  for (const address of [...hostile.map((id) => `/og/models/${id}`), "/og/providers/nobody", "/og/providers/%22%3E%3Csvg"]) {
    expect([address, (await request.get(address)).status()]).toEqual([address, 404]);
  }
});
