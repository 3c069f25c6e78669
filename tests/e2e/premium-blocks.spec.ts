import type { Locator, Page } from "@playwright/test";
import { ledgerOf } from "./account/ledger";
import { signInAnew } from "./account/signed-in";
import { markAbsent, readSources, withDatabase, withoutTables } from "./breakage";
import { mintToken } from "./mint-token";
import { openPalette } from "./palette";
import { expect, test } from "./test";
import { answerTooMany } from "./too-many";
import { LONG } from "./tier";

/** The premium blocks of the pages of security and changes, each in every state of a call. */

interface PremiumBlock {
  title: string;
  address: string;
  /** Without these its endpoint fails. */
  tables: readonly string[];
  /** What its answer holds when it has worked. */
  shows: RegExp;
  /** True where the answer is of past days, which do not become stale. */
  isDated?: true;
}

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const blocks: readonly PremiumBlock[] = [
  { title: "What changed", address: "/changes?days=3", tables: ["incidents"], shows: /Price changes: \d+ models/ },
  {
    title: "What differs",
    address: `/changes?from=${dayBefore(30)}&to=${dayBefore(2)}`,
    tables: ["snapshots"],
    shows: /\d+ models unchanged/,
    isDated: true,
  },
  {
    title: "What five sources say of CVE-2021-44228",
    address: "/security/CVE-2021-44228",
    tables: ["cve_readings"],
    shows: /5 of 5 sources/,
  },
];

const blockOf = (page: Page, { title }: PremiumBlock): Locator => page.getByRole("region", { name: title, exact: true });
const runButton = (block: Locator): Locator => block.getByRole("button", { name: "Run, 1 credit" });

/** The example has gone once there is an answer, so that what is found is the answer's. */
async function expectAnswered(block: Locator, { shows }: PremiumBlock): Promise<void> {
  await expect(block.getByText("8 credits left")).toBeVisible();
  await expect(block).toContainText(shows);
}

for (const shown of blocks) {
  /** A single block stands for the others in what all do alike: they differ in what they ask. */
  const tier = shown === blocks[0] ? {} : LONG;

  test.describe(shown.title, () => {
    test("says price and balance first, and a double click is charged once", async ({ page }) => {
      const token = await signInAnew(page, 9);
      await page.goto(shown.address);
      const block = blockOf(page, shown);
      await expect(block).toContainText("This answer costs 1 credit ($0.02)");
      await expect(block).toContainText("On your account, which has 9 credits");
      await runButton(block).dblclick();
      await expectAnswered(block, shown);
      expect(await ledgerOf(token)).toMatchObject({ used: 1, usages: 1, held: 0 });
      await block.getByRole("button", { name: "Verify" }).click();
      await expect(block.getByText("The signature is valid")).toBeVisible();
    });

    test("repeats a call whose answer was lost without a second charge", tier, async ({ page }) => {
      const token = await signInAnew(page, 9);
      await page.goto(shown.address);
      const block = blockOf(page, shown);
      await expect(block).toContainText("which has 9 credits");
      let lost = 0;
      await page.route("**/*", async (route) => {
        if (route.request().method() !== "POST" || lost > 0) return route.fallback();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      await runButton(block).click();
      await expect(block.getByRole("alert")).toContainText("No answer");
      expect(await ledgerOf(token)).toMatchObject({ used: 1, usages: 1 });
      await block.getByRole("button", { name: "Try again" }).click();
      await expectAnswered(block, shown);
      expect(await ledgerOf(token)).toMatchObject({ used: 1, usages: 1, held: 0 });
    });

    test("that fails says so with its request, and charges nothing", tier, async ({ page }) => {
      const token = await signInAnew(page, 9);
      await page.goto(shown.address);
      const block = blockOf(page, shown);
      await expect(block).toContainText("which has 9 credits");
      await withoutTables(shown.tables, async () => {
        await runButton(block).click();
        await expect(block.getByRole("alert")).toContainText(/req_[0-9a-f]{16}/);
        await expect(block.getByRole("alert")).toContainText(/No credit was charged/);
      });
      expect(await ledgerOf(token)).toMatchObject({ used: 0, usages: 0, held: 0 });
      await block.getByRole("button", { name: "Try again" }).click();
      await expectAnswered(block, shown);
      expect(await ledgerOf(token)).toMatchObject({ used: 1, usages: 1, held: 0 });
    });

    test("of stale data is shown and not charged, unless its days are past", tier, async ({ page }) => {
      const token = await signInAnew(page, 9);
      await page.goto(shown.address);
      const block = blockOf(page, shown);
      await expect(block).toContainText("which has 9 credits");
      await withStaleData(async () => {
        await runButton(block).click();
        await expect(block.getByText(/credits? charged/)).toBeVisible();
      });
      const charged = shown.isDated ? 1 : 0;
      if (charged === 0) await expect(block).toContainText(/No credit was charged: the data was older than promised/);
      expect((await ledgerOf(token)).used).toBe(charged);
    });

    test("counts down after a 429, says what a 402 lacks, and asks for another token after a 401", tier, async ({ page }) => {
      const poor = await mintToken(1);
      const spent = await page.request.get("/api/premium/routing?task=code", { headers: { Authorization: `Bearer ${poor}` } });
      expect(spent.status()).toBe(200);
      await page.goto(shown.address);
      const block = blockOf(page, shown);
      await runButton(block).click();
      await expect(block.getByText("A token is needed")).toBeVisible();
      await block.getByLabel(/Access token/).fill(poor);
      await runButton(block).click();
      await expect(block.getByRole("alert")).toContainText("too few credits (402)");
      await expect(block.getByRole("alert").getByRole("link", { name: "Buy credits" })).toBeVisible();
      await block.getByRole("button", { name: "Use another token" }).click();
      await block.getByLabel(/Access token/).fill(`aed_live_${"0".repeat(64)}`);
      await runButton(block).click();
      await expect(block.getByRole("alert")).toContainText("This token is not accepted");
      await expect(block.getByLabel(/Access token/)).toHaveValue(`aed_live_${"0".repeat(64)}`);
      await page.route("**/api/premium/**", answerTooMany);
      await runButton(block).click();
      await expect(block.getByRole("alert")).toContainText("Too many requests");
      await expect(block.getByRole("button", { name: /Try again in \d+ s/ })).toBeDisabled();
    });

    test("says that the session has ended, and that the device is offline", tier, async ({ page, context, request }) => {
      const token = await signInAnew(page, 9);
      await page.goto(shown.address);
      const block = blockOf(page, shown);
      await expect(block).toContainText("which has 9 credits");
      await context.setOffline(true);
      await runButton(block).click();
      await expect(block.getByRole("alert")).toContainText("this device is offline");
      await context.setOffline(false);
      expect((await ledgerOf(token)).used).toBe(0);
      await request.post("/api/payment/revoke", { headers: { Authorization: `Bearer ${token}` }, data: { confirm: true } });
      await block.getByRole("button", { name: "Try again" }).click();
      await expect(block.getByRole("alert")).toContainText("The session has ended");
    });

    test("asks nothing by itself, also of a stranger who is offered an example", tier, async ({ page }) => {
      const asked: string[] = [];
      page.on("request", (call) => void (call.method() === "POST" || call.url().includes("/api/premium/") ? asked.push(call.url()) : null));
      await page.goto(shown.address, { waitUntil: "networkidle" });
      await expect(runButton(blockOf(page, shown))).toBeVisible();
      expect(asked).toEqual([]);
    });
  });
}

/** Ages all sources, and the catalogs of vulnerabilities, as if nothing had been read for sixty days. */
async function withStaleData(work: () => Promise<void>): Promise<void> {
  const age = (interval: string) =>
    withDatabase(async (client) => {
      await client.query("update security_catalogs set read_at = now() - $1::interval", [interval]);
      await client.query("update epss_blocks set read_at = now() - $1::interval", [interval]);
    });
  await age("60 days");
  await readSources("60 days");
  try {
    await work();
  } finally {
    await age("0 seconds");
    await readSources();
  }
}

test("a CVE that no source has names the five that were asked, and is not charged", async ({ page }) => {
  await markAbsent("CVE-2099-0001");
  const token = await signInAnew(page, 9);
  await page.goto("/security/CVE-2099-0001");
  const block = page.getByRole("region", { name: /^What five sources say/ });
  await expect(block).toContainText("which has 9 credits");
  await runButton(block).click();
  const refused = block.getByRole("alert");
  await expect(refused).toContainText("(404)");
  await expect(refused.getByRole("listitem")).toHaveText(
    ["MITRE", "KEV", "EPSS", "OSV", "Vulnrichment"].map((name) => `${name}Does not have it`),
  );
  await expect(refused).toContainText("No credit was charged");
  expect(await ledgerOf(token)).toMatchObject({ used: 0, usages: 0, held: 0 });
});

test("what is not the id of a CVE is said before anything is asked", async ({ page, request }) => {
  await page.goto("/security");
  const field = page.getByLabel("CVE id");
  await field.fill("CVE-2024-309");
  await page.getByRole("button", { name: "Open the card" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("“CVE-2024-309” is not the id of a CVE. Accepted is CVE, a year");
  await expect(field).toHaveValue("CVE-2024-309");
  await field.fill("  cve-2024-3094 ");
  await page.getByRole("button", { name: "Open the card" }).click();
  await expect(page).toHaveURL(/\/security\/CVE-2024-3094$/);
  const malformed = await page.goto("/security/banana");
  expect(malformed?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This is not the id of a CVE");
  await expect(page.getByText(/Accepted is CVE, a year/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(0);
  expect((await request.get("/security/cve-2024-3094", { maxRedirects: 0 })).headers().location).toMatch(/\/security\/CVE-2024-3094$/);
});

test("days that cannot be compared are named before anybody pays, with captured ones in their place", async ({ page, request }) => {
  const { dates } = (await (await request.get("/api/history")).json()) as { dates: string[] };
  await page.goto(`/changes?from=2020-01-01&to=${dates[1]}`);
  const note = page.getByRole("main").getByRole("alert");
  await expect(note).toContainText("Nothing was captured on 1 Jan 2020");
  await expect(page.getByRole("button", { name: /^Run/ })).toHaveCount(0);
  await page.getByRole("link", { name: /in place of 1 Jan 2020/ }).click();
  await expect(page).toHaveURL(new RegExp(`from=${dates.at(-1)}&to=${dates[1]}`));
  await expect(page.getByRole("button", { name: "Run, 1 credit" })).toBeVisible();
  await page.goto(`/changes?from=${dates[0]}&to=${dates[3]}`);
  await expect(note).toContainText("These days cannot be compared: from is after to");
  await page.goto(`/changes?from=${dates[3]}`);
  await expect(note).toContainText("to is required");
});

test("the palette verifies a receipt, and opens a watch and a payment", async ({ page, request }) => {
  const answer = await request.get("/api/premium/routing?task=code", { headers: { Authorization: `Bearer ${await mintToken(2)}` } });
  const { receipt } = await answer.json();
  await page.goto("/");
  const field = await openPalette(page);
  const palette = page.getByRole("dialog", { name: "Search" });
  await field.fill(JSON.stringify(receipt));
  await palette.getByRole("option", { name: /Verify this receipt/ }).click();
  await expect(palette.getByRole("status").last()).toContainText("The signature is valid");
  await field.fill(JSON.stringify({ ...receipt, id: "rcpt_changed" }));
  await palette.getByRole("option", { name: /Verify this receipt/ }).click();
  await expect(palette.getByRole("status").last()).toContainText("The signature is not valid");
  const hash = `0x${"ab".repeat(32)}`;
  await field.fill(hash);
  await palette.getByRole("option", { name: /Recover a payment/ }).click();
  await expect(page).toHaveURL(new RegExp(`/buy\\?tx=${hash}$`));
});
