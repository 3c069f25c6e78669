import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { violationsInEveryLook } from "../axe";
import { mintToken } from "../mint-token";
import { deepen, expect, test } from "../wallet/buying";
import { ledgerOf } from "./ledger";
import { signIn } from "./signed-in";

interface Purchase {
  tx_hash: string;
  amount_base_units: string;
  credits_added: number;
  bonus_credits: number;
  block_number: number;
  confirmed_at: string;
  state: string;
  explorer_url: string;
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

async function quote(request: APIRequestContext, token: string, usd: number): Promise<{ memo: string; units: bigint; credits: number }> {
  const response = await request.post("/api/payment/buy-credits", { ...bearer(token), data: { amount_usd: usd } });
  const {
    memo,
    amount_base_units: units,
    credits,
  } = (await response.json()) as { memo: string; amount_base_units: string; credits: number };
  return { memo, units: BigInt(units), credits };
}

const usdc = (units: string) => {
  const padded = units.padStart(7, "0");
  const fraction = padded.slice(-6).replace(/0+$/, "").padEnd(2, "0");
  return `${Number(padded.slice(0, -6)).toLocaleString("en-US")}.${fraction}`;
};

test("purchases: the page, the API, the file and the ledger agree to the credit; an open offer stands on top", async ({
  page,
  request,
  chain,
  buyer,
}) => {
  test.setTimeout(120_000);
  const token = await mintToken(3);
  await signIn(page, token, "/account/purchases");
  await expect(page.getByText("Nothing was bought for this account yet.")).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  for (const usd of [1, 30, 8]) {
    const { memo, units } = await quote(request, token, usd);
    const hash = await chain.transfer(buyer, units);
    await deepen(chain);
    const confirmed = await request.post("/api/payment/confirm", { ...bearer(token), data: { tx_hash: hash, nonce: memo } });
    expect(confirmed.status(), await confirmed.text()).toBe(200);
  }
  const open = await quote(request, token, 12);

  const history = (await (await request.get("/api/payment/history", bearer(token))).json()) as {
    purchases: Purchase[];
    total_credits_added: number;
    current_balance: number;
  };
  const { bought, posted } = await ledgerOf(token);
  expect([history.total_credits_added, history.current_balance]).toEqual([bought, posted]);
  expect(history.purchases.reduce((sum, { credits_added: credits }) => sum + credits, 0)).toBe(bought);
  expect(history.purchases.map(({ bonus_credits: bonus }) => bonus)).toEqual([40, 450, 0]);

  await page.goto("/account/purchases");
  const unfinished = page.getByRole("region", { name: "Unfinished payments" });
  await expect(unfinished.getByRole("listitem")).toHaveCount(1);
  await expect(unfinished).toContainText(`${usdc(String(open.units))} USDC for ${open.credits} credits: waiting for the payment`);
  await expect(unfinished).toContainText(`Send exactly ${usdc(String(open.units))} USDC`);
  const rows = await page
    .getByRole("table", { name: "Purchases, newest first" })
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell.firstChild?.textContent ?? "").trim())));
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    history.purchases.map((one) => [
      usdc(one.amount_base_units),
      one.credits_added.toLocaleString("en-US"),
      String(one.bonus_credits),
      `${one.tx_hash.slice(0, 6)}…${one.tx_hash.slice(-4)}`,
      String(one.block_number),
    ]),
  );
  for (const { explorer_url: url, tx_hash: hash } of history.purchases) {
    expect(url).toBe(`https://basescan.org/tx/${hash}`);
    await expect(page.locator(`a[href="${url}"]`)).toHaveAttribute("rel", "noopener noreferrer");
  }
  expect(await violationsInEveryLook(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);

  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "These as CSV" }).click()]);
  const lines = parse(readFileSync(await file.path()), { columns: true }) as Record<string, string>[];
  expect(lines).toEqual(
    history.purchases.map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, String(value)]))),
  );
});
