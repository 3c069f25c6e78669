import { readFileSync } from "node:fs";
import pg from "pg";
import { atStep, buy, expect, recover, requireEnded, requireWorking, signText, step, test, tokenShown } from "./buying";
import { memosOf } from "./quotes";
import { DATABASE_URL_FILE } from "../server-files";
import { LONG } from "../tier";

/** Moves the creation of a token two days into the past. */
async function makeTokenOlder(token: string): Promise<void> {
  const client = new pg.Client({ connectionString: readFileSync(DATABASE_URL_FILE, "utf8") });
  await client.connect();
  try {
    const moved = await client.query("update tokens set created_at = created_at - interval '2 days' where head = $1", [token.slice(9, 17)]);
    expect(moved.rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

test("the same memo within a day gives a new token and ends the unused one before it; the form has said so", async ({
  page,
  chain,
  wallet,
}) => {
  const memos = memosOf(page);
  const first = await buy(page, chain);
  await page.goto("/buy");
  await page.getByText("I already paid").click();
  await expect(page.getByText("If a token was given for this payment before and is not used yet, it will stop working.")).toBeVisible();
  await recover(page, { hash: wallet.sent[0]!, memo: memos[0]! });
  const second = await tokenShown(page);
  expect(second).not.toBe(first);
  await requireEnded(page, first);
  await requireWorking(page, second, 275);
});

test("once the token was used the memo alone replaces it no more: the wallet that paid signs", async ({ page, chain, wallet }) => {
  const memos = memosOf(page);
  const first = await buy(page, chain);
  await requireWorking(page, first, 275);
  await recover(page, { hash: wallet.sent[0]!, memo: memos[0]! });
  await atStep(page, "must-sign");
  await expect(step(page)).toContainText("These credits were collected before, and their token is in use.");
  await requireWorking(page, first, 274);
  await signText(page);
  const second = await tokenShown(page);
  await requireEnded(page, first);
  await requireWorking(page, second, 273);
});

test("after a day the memo alone gives no token either", LONG, async ({ page, chain, wallet }) => {
  const memos = memosOf(page);
  const first = await buy(page, chain);
  await makeTokenOlder(first);
  await recover(page, { hash: wallet.sent[0]!, memo: memos[0]! });
  await atStep(page, "must-sign");
  await requireWorking(page, first, 275);
});

test(
  "a payer who signs without the memo that has collected is told whom to write to, and the credits are held",
  LONG,
  async ({ page, chain, wallet }) => {
    const first = await buy(page, chain);
    await recover(page, { hash: wallet.sent[0]! });
    await atStep(page, "must-sign");
    await signText(page);
    await atStep(page, "not-credited");
    await expect(step(page)).toContainText("Write to ops@example.org with the details below.");
    const response = await page.request.get("/api/payment/balance", { headers: { Authorization: `Bearer ${first}` } });
    expect(((await response.json()) as { balance: number }).balance).toBe(0);
  },
);

test("a memo that nobody was given is no proof; the wallet that paid can still sign", LONG, async ({ page, chain, buyer, wallet: _ }) => {
  const hash = await chain.transfer(buyer, 3_000_000n);
  await chain.mine(8);
  await recover(page, { hash, memo: `aed-${"0".repeat(32)}` });
  await atStep(page, "must-sign");
  await signText(page);
  await requireWorking(page, await tokenShown(page), 150);
});
