import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { violationsInEveryLook } from "./axe";
import { mintToken } from "./mint-token";
import { DATABASE_URL_FILE } from "./server-files";
import { expect, test } from "./test";

type Fields = Record<string, unknown>;

const TARGET = "/api/premium/routing?task=code&top_n=3";
const PASTE = "Receipt, a whole paid answer, or a link to a receipt";

async function paidAnswer({ request }: Page): Promise<Fields & { receipt: Fields; billing: Fields }> {
  const response = await request.get(TARGET, { headers: { Authorization: `Bearer ${await mintToken(2)}` } });
  expect(response.status()).toBe(200);
  return await response.json();
}

const linkTo = (receipt: Fields): string => `/verify?receipt=${Buffer.from(JSON.stringify(receipt)).toString("base64url")}`;

const row = (page: Page, question: string) =>
  page.getByRole("list", { name: "What was checked" }).getByRole("listitem").filter({ hasText: question });

const paste = (page: Page, value: unknown): Promise<void> => page.getByLabel(PASTE).fill(JSON.stringify(value));

async function openVerifier(page: Page, address = "/verify", library = "WebCrypto"): Promise<void> {
  await page.goto(address);
  const state = page.getByRole("region", { name: "Paste a receipt" }).getByRole("status");
  await expect(state).toContainText(`Signatures are checked in this browser by ${library}`);
}

/** Every request of the page from now on. */
function requestsFrom(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  return asked;
}

test("a genuine answer is verified offline, and nothing is sent", async ({ page, context }) => {
  const answer = await paidAnswer(page);
  await openVerifier(page);
  await context.setOffline(true);
  const asked = requestsFrom(page);
  await paste(page, answer);
  await expect(page.getByText("Genuine: this service signed exactly this receipt.")).toBeVisible();
  for (const question of ["Did this service sign it?", "Did that key sign", "receipt of this answer?", "billing say the same?"]) {
    await expect(row(page, question)).toContainText("Yes");
  }
  await expect(row(page, "receipt of this request?")).toContainText("Not checked");
  await page.getByText("Compare it with an answer or a request").click();
  await page.getByLabel("The address that was asked").fill("/api/premium/routing?top_n=3&task=code");
  await expect(row(page, "receipt of this request?")).toContainText("Yes");
  await page.getByLabel("The address that was asked").fill("/api/premium/routing?task=creative");
  await expect(row(page, "receipt of this request?")).toContainText("No");
  for (const value of [answer.receipt.id, answer.receipt.response_hash, answer.receipt.token_short, answer.receipt.server_time]) {
    await expect(page.getByRole("region", { name: "What the receipt says" })).toContainText(String(value));
  }
  expect(asked).toEqual([]);
  await row(page, "stand in the log").getByRole("button").click();
  await expect(row(page, "stand in the log")).toContainText("No answer came");
});

test("a changed answer is told from a changed receipt", async ({ page }) => {
  const answer = await paidAnswer(page);
  await openVerifier(page);
  await paste(page, { ...answer, task: "creative" });
  await expect(page.getByText("The receipt is genuine, but it does not belong to this answer.")).toBeVisible();
  await expect(row(page, "receipt of this answer?")).toContainText(String(answer.receipt.response_hash));
  await paste(page, { ...answer, billing: { ...answer.billing, credits_charged: 0 } });
  await expect(row(page, "billing say the same?")).toContainText("credits_charged is 0 there and 1 in the receipt");
  await expect(page.getByText("The signature is genuine, but another check fails.")).toBeVisible();
  await paste(page, { ...answer, receipt: { ...answer.receipt, credits_charged: 0 } });
  await expect(page.getByText("Not genuine: the signature does not hold.")).toBeVisible();
  await expect(page.getByText("The answer beside it has the hash that the receipt names")).toBeVisible();
  await expect(row(page, "stand in the log")).toHaveCount(0);
  await paste(page, answer.receipt);
  await page.getByText("Compare it with an answer or a request").click();
  await page.getByLabel("The answer's JSON, as it was received").fill(JSON.stringify(answer));
  await expect(row(page, "receipt of this answer?")).toContainText("Yes");
});

test("each signed character counts", async ({ page }) => {
  const { receipt } = await paidAnswer(page);
  await openVerifier(page);
  for (const name of ["id", "endpoint", "method", "token_short", "request_hash", "response_hash", "server_time", "signature"]) {
    const text = String(receipt[name]);
    await paste(page, { ...receipt, [name]: `${text.startsWith("a") ? "b" : "a"}${text.slice(1)}` });
    await expect(page.getByText("Not genuine"), name).toBeVisible();
    await paste(page, receipt);
    await expect(page.getByText("Genuine: this service"), name).toBeVisible();
  }
});

test("what is no receipt is said to be none", async ({ page }) => {
  await openVerifier(page);
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  await page.getByLabel(PASTE).fill('{"v": 1,');
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This is not JSON");
  await paste(page, { ok: true });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("there is no receipt in it");
  await paste(page, { v: 1, signature: "x" });
  await expect(page.getByText("One of the signed fields is missing")).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test("a browser whose WebCrypto lacks Ed25519 verifies offline too", async ({ page, context }) => {
  const { receipt } = await paidAnswer(page);
  await page.addInitScript(() => {
    const { importKey } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.importKey = function (this: SubtleCrypto, ...given: Parameters<typeof importKey>) {
      const isMissing = JSON.stringify(given[2]).includes("Ed25519");
      return isMissing ? Promise.reject(new DOMException("unrecognized", "NotSupportedError")) : importKey.apply(this, given);
    } as typeof importKey;
  });
  await openVerifier(page, "/verify", "tweetnacl");
  await context.setOffline(true);
  await paste(page, receipt);
  await expect(page.getByText("Genuine: this service signed exactly this receipt.")).toBeVisible();
  await paste(page, { ...receipt, credits_charged: 0 });
  await expect(page.getByText("Not genuine: the signature does not hold.")).toBeVisible();
});

test("a key that is newer than the page is unknown until the keys are read again; then the log's proof is followed", async ({ page }) => {
  await openVerifier(page);
  const env = { ...process.env, DATABASE_URL: readFileSync(DATABASE_URL_FILE, "utf8") };
  const printed = execFileSync(process.execPath, ["--import", "tsx", "tests/support/receipts/print-logged-receipt.ts"], {
    env,
    encoding: "utf8",
  });
  const { receipt, answer } = JSON.parse(printed) as { receipt: Fields; answer: Fields };
  await paste(page, receipt);
  await expect(page.getByText("Not known: it is signed with a key that this page does not have.")).toBeVisible();
  await page.getByRole("button", { name: "Read the keys again" }).click();
  await expect(page.getByText("Genuine: this service signed exactly this receipt.")).toBeVisible();
  await page.getByText("Compare it with an answer or a request").click();
  await page.getByLabel("The answer's JSON, as it was received").fill(JSON.stringify(answer));
  await expect(row(page, "receipt of this answer?")).toContainText("Yes");
  await row(page, "stand in the log").getByRole("button").click();
  await expect(row(page, "stand in the log")).toContainText("of 3 receipts");
  await expect(row(page, "stand in the log")).toContainText("Yes");
  await row(page, "service itself").getByRole("button").click();
  await expect(row(page, "service itself")).toContainText("Yes");
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test("a link, a file and the receipts of other pages lead to the same verdict", async ({ page }, testInfo) => {
  const { receipt } = await paidAnswer(page);
  await openVerifier(page, linkTo(receipt));
  await expect(page.getByText("Genuine: this service")).toBeVisible();
  await openVerifier(page);
  await page.getByLabel(PASTE).fill(`https://elsewhere.example${linkTo(receipt)}`);
  await expect(page.getByText("Genuine: this service")).toBeVisible();
  await page.getByLabel(PASTE).fill("");
  await expect(page.getByText("Genuine: this service")).toBeHidden();
  const file = testInfo.outputPath("receipt.json");
  writeFileSync(file, JSON.stringify(receipt));
  await page.getByLabel("Or open a file", { exact: true }).setInputFiles(file);
  await expect(page.getByText("Genuine: this service")).toBeVisible();
  await page.goto("/providers/anthropic");
  const block = page.getByRole("region", { name: "Uptime of a year" });
  await block.getByRole("button", { name: "Run, 1 credit" }).click();
  await block.getByLabel(/Access token/).fill(await mintToken(2));
  await block.getByRole("button", { name: "Run, 1 credit" }).click();
  await block.getByRole("link", { name: "What it proves" }).click();
  await expect(page.getByText("Genuine: this service")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verify a receipt");
});
