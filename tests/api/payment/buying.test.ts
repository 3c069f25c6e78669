import { sql } from "drizzle-orm";
import type { HDAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { openAccount } from "@/db/queries/money/ledger/ledger";
import { addToken } from "@/db/queries/money/tokens/tokens";
import { mintToken } from "@/lib/money/base/access-token";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentClaimMessage } from "@/lib/endpoints/payment/claim-message";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { paymentTokens } from "@/lib/endpoints/payment/tokens";
import { endAllPaymentTokens } from "@/lib/endpoints/payment/tokens/end-all";
import { rotatePaymentToken } from "@/lib/endpoints/payment/tokens/rotate";
import { startChain, USDC, type TestChain } from "../../support/money/chain";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request, type Answer } from "../../support/server/request";
import { lacksAnvil } from "../../support/lacks";

type Target = Parameters<typeof request>[0];

describe.skipIf(lacksAnvil())("buying over HTTP", () => {
  let local: TestChain;
  let database: TestDatabase;
  beforeAll(async () => {
    [local, database] = await Promise.all([startChain(), useTestDatabase()]);
    Object.assign(process.env, local.environment(), { OPERATOR_SOCIAL_URL: "https://social.example/@data" });
  });
  afterAll(async () => {
    await database?.close();
    await local?.stop();
  });

  const post = (endpoint: Target, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    request(endpoint, endpoint.path, { method: "POST", body: JSON.stringify(body), headers });
  const pay = async (from: HDAccount, units: string) => {
    const hash = await local.transfer(from, BigInt(units));
    await local.mine(7);
    return hash;
  };
  const signed = async (from: HDAccount, query: Record<string, string>) => {
    const { body } = await request(paymentClaimMessage, `${paymentClaimMessage.path}?${new URLSearchParams(query).toString()}`);
    return from.signMessage({ message: body.message });
  };
  const balanceOf = async (token: string) =>
    (await request(paymentBalance, paymentBalance.path, { headers: { authorization: `Bearer ${token}` } })).body.balance;

  test("info, quote, payment, token, balance: a purchase from end to end", async () => {
    const info = await request(paymentInfo);
    expect(info.body).toMatchObject({
      ok: true,
      enabled: true,
      reason: null,
      wallet: { address: local.payTo, currency: "USDC", network: "base", decimals: 6 },
    });
    const quote = await post(buyCredits, { amount_usd: 1 });
    expect(quote.status).toBe(200);
    expect(quote.headers.get("cache-control")).toBe("private, no-store");
    expect(quote.body).toMatchObject({
      ok: true,
      wallet: local.payTo,
      credits: 50,
      currency: "USDC",
      network: "base",
      ttl_seconds: 1800,
      sender_wallet: null,
    });
    expect(quote.body.memo).toMatch(/^aed-[0-9a-f]{32}$/);
    expect(quote.body.amount_usd * 1e6).toBeCloseTo(Number(quote.body.amount_base_units), 6);
    expect(Number(quote.body.amount_base_units)).toBeGreaterThan(1_000_000);
    expect(Number(quote.body.amount_base_units)).toBeLessThan(1_010_000);
    expect(quote.body).toMatchObject({
      amount: String(quote.body.amount_usd),
      decimals: 6,
      payment_uri: `ethereum:${USDC}@8453/transfer?address=${local.payTo}&uint256=${quote.body.amount_base_units}`,
      quote_id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      gasless: null,
    });
    expect(Date.parse(quote.body.expires_at) - Date.parse(quote.body.quoted_at)).toBe(1_800_000);
    expect(quote.text).toContain("Non-refundable");
    const hash = await pay(local.buyers[0], quote.body.amount_base_units);
    const confirmed = await post(confirmPayment, { tx_hash: hash.toUpperCase().replace("0X", "0x"), nonce: quote.body.memo });
    expect(confirmed.body).toMatchObject({
      ok: true,
      credits: 50,
      balance: 50,
      tx_amount_usd: quote.body.amount_usd,
      rate: "base",
      token: expect.stringMatching(/^aed_live_[0-9a-f]{64}$/),
    });
    expect(confirmed.headers.get("cache-control")).toBe("private, no-store");
    expect(await balanceOf(confirmed.body.token)).toBe(50);
    const conditional = await post(confirmPayment, { tx_hash: hash, nonce: quote.body.memo }, { "if-none-match": "*" });
    expect([conditional.status, conditional.body.balance]).toEqual([200, 50]);
    const [stored] = await rowsOf<{ found: boolean }>(
      database.db,
      sql`select exists (select from tokens t where t::text like ${`%${confirmed.body.token.slice(20)}%`}) or exists (select from quotes q where q::text like ${`%${quote.body.memo}%`}) as found`,
    );
    expect(stored?.found).toBe(false);
  });

  test.each([
    [{}, "invalid_amount"],
    [{ amount_usd: 0.49 }, "invalid_amount"],
    [{ amount_usd: 10_000.01 }, "invalid_amount"],
    [{ amount_usd: "5" }, "invalid_amount"],
    [{ amount_usd: 1.0000001 }, "invalid_amount"],
    [{ amount_usd: 4.999 }, "invalid_amount"],
    [{ amount_usd: 4.995001 }, "invalid_amount"],
    [{ amount_usd: 5, sender_wallet: "0x12" }, "invalid_sender_wallet"],
    [{ endpoint: "/api/premium/nothing" }, "unknown_endpoint"],
    [{ amount_usd: 5, endpoint: "/api/premium/routing" }, "invalid_request_body"],
    [[], "invalid_request_body"],
  ])("refuses a quote for %j", async (body, code) => {
    const { status, body: answer } = await post(buyCredits, body);
    expect([status, answer.error]).toEqual([400, code]);
  });

  test("names the rule when it refuses a third decimal", async () => {
    const { body } = await post(buyCredits, { amount_usd: 4.995 });
    expect(body).toMatchObject({ message: expect.stringMatching(/at most two decimals.*4\.995/), parameter: "amount_usd", decimals: 2 });
  });

  test("reserves at most twenty amounts per account, or without a token per address and per IPv6 /48", async () => {
    const ask = (address: string, headers: Record<string, string> = {}) =>
      post(buyCredits, { amount_usd: 2 }, { [ADDRESS_HEADER]: address, ...headers });
    for (let count = 0; count < 20; count++) expect((await ask(`2001:db8:7:${count}::1`)).status).toBe(200);
    const refused = await ask("2001:db8:7:ffff::1");
    expect([refused.status, refused.body.error, Number(refused.headers.get("retry-after")) > 86_400]).toEqual([
      429,
      "too_many_open_quotes",
      true,
    ]);
    expect((await ask("2001:db8:8::1")).status).toBe(200);
    const accountId = await openAccount(database.db, { name: "customer", now: new Date() });
    const { token, row } = mintToken("first", "minted");
    await addToken(database.db, accountId, row, new Date());
    const authorization = `Bearer ${token}`;
    for (let count = 0; count < 20; count++) expect((await ask("2001:db8:7:ffff::1", { authorization })).status).toBe(200);
    expect((await ask("198.51.100.77", { authorization })).body.error).toBe("too_many_open_quotes");
    expect((await ask("2001:db8:7:ffff::1", { authorization: `Bearer aed_live_${"0".repeat(64)}` })).body.error).toBe(
      "too_many_open_quotes",
    );
  });

  test("quotes the price of one call", async () => {
    const { body } = await post(buyCredits, { endpoint: "GET /api/premium/routing?task=code" });
    expect(body).toMatchObject({ endpoint: "/api/premium/routing", asked_usd: 0.02, credits: 1 });
  });

  test.each([
    [{}, "tx_hash_required", "tx_hash_required"],
    [{ signature: `0x${"11".repeat(65)}` }, "tx_hash_required", "tx_hash_required"],
    [{ nonce: "aed-0000000000000000" }, "quote_not_found_or_expired", "quote_not_found_or_expired"],
    [{ nonce: "aed-1", memo: "aed-2" }, "invalid_request_body", "invalid_request_body"],
    [{ tx_hash: "0x12", nonce: "aed-1" }, "verification_failed", "invalid_tx_hash_format"],
    [{ tx_hash: `0x${"ab".repeat(32)}` }, "nonce_required", "nonce_required"],
    [{ tx_hash: `0x${"ab".repeat(32)}`, nonce: "aed-0000000000000000" }, "quote_not_found_or_expired", "quote_not_found_or_expired"],
    [{ tx_hash: `0x${"ab".repeat(32)}`, signature: "zz" }, "verification_failed", "invalid_signature_format"],
  ])("refuses to confirm %j", async (body, code, reason) => {
    const answer = await post(confirmPayment, body);
    expect([answer.status, answer.body.error, answer.body.reason ?? code]).toEqual([400, code, reason]);
  });

  test("answers 409 with Retry-After for a payment not seen yet", async () => {
    const quote = await post(buyCredits, { amount_usd: 1 });
    const answer = await post(confirmPayment, { tx_hash: `0x${"cd".repeat(32)}`, memo: quote.body.memo });
    expect([answer.status, answer.body.error, answer.body.retryable, answer.headers.get("retry-after")]).toEqual([
      409,
      "tx_not_confirmed",
      true,
      "2",
    ]);
  });

  test("tops up the bearer's account without a new token, and answers 401 to an unknown bearer", async () => {
    const first = await post(buyCredits, { amount_usd: 1 });
    const bought = await post(confirmPayment, {
      tx_hash: await pay(local.buyers[1], first.body.amount_base_units),
      nonce: first.body.memo,
    });
    expect(bought.body).toMatchObject({ ok: true, balance: 50 });
    const { token } = bought.body;
    const second = await post(buyCredits, { amount_usd: 5 });
    const tx_hash = await pay(local.buyers[1], second.body.amount_base_units);
    const refused = await post(
      confirmPayment,
      { tx_hash, nonce: second.body.memo },
      { authorization: `Bearer aed_live_${"0".repeat(64)}` },
    );
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="premium", error="invalid_token"']);
    const topped = await post(confirmPayment, { tx_hash, nonce: second.body.memo }, { authorization: `Bearer ${token}` });
    expect(topped.body).toMatchObject({ credits: 275, balance: 325 });
    expect(topped.body).not.toHaveProperty("token");
    expect(await balanceOf(token)).toBe(325);
  });

  test("repeats the quote for the same Idempotency-Key and body, refuses a guessable key, and stores neither key nor memo in clear", async () => {
    const headers = { "idempotency-key": "purchase-of-the-day", [ADDRESS_HEADER]: "192.0.2.7" };
    const answers = await Promise.all([1, 2, 3].map(() => post(buyCredits, { amount_usd: 3 }, headers)));
    const quotes = answers.filter(({ status }) => status === 200);
    expect(quotes.length).toBeGreaterThan(0);
    expect(new Set(quotes.map(({ body }) => body.memo)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error)).toEqual(
      Array.from({ length: 3 - quotes.length }, () => "idempotency_in_progress"),
    );
    const [first, again] = [quotes[0]?.body, (await post(buyCredits, { amount_usd: 3 }, headers)).body];
    expect(again).toEqual(first);
    expect((await post(buyCredits, { amount_usd: 4 }, headers)).body).toMatchObject({ ok: true, asked_usd: 4 });
    for (const key of ["1", "fifteen-letters"]) {
      const short = await post(buyCredits, { amount_usd: 3 }, { ...headers, "idempotency-key": key });
      expect([short.status, short.body.error, short.body.message]).toEqual([
        400,
        "invalid_idempotency_key",
        expect.stringContaining("at least 16 characters"),
      ]);
    }
    expect((await post(buyCredits, { amount_usd: 3 }, { ...headers, [ADDRESS_HEADER]: "192.0.2.8" })).body.memo).not.toBe(first.memo);
    const [stored] = await rowsOf<{ found: boolean }>(
      database.db,
      sql`select bool_or(s::text like '%purchase-of-the-day%' or s::text like ${`%${first.memo}%`}) as found from stored_answers s`,
    );
    expect(stored?.found).toBe(false);
  });

  test("finds the same purchase for a repeated confirm with its Idempotency-Key, and leaves the key free after a failure", async () => {
    const headers = { "idempotency-key": "confirm-of-the-day-1", [ADDRESS_HEADER]: "192.0.2.9" };
    const quote = (await post(buyCredits, { amount_usd: 1 })).body;
    const hash = await local.transfer(local.buyers[2], BigInt(quote.amount_base_units));
    const body = { tx_hash: hash, nonce: quote.memo };
    expect((await post(confirmPayment, body, headers)).body.error).toBe("tx_not_confirmed");
    await local.mine(7);
    const first = (await post(confirmPayment, body, headers)).body;
    const again = (await post(confirmPayment, body, headers)).body;
    expect(again).toMatchObject({ credits: 50, balance: 50, confirmed_at: first.confirmed_at });
    expect([await balanceOf(first.token), await balanceOf(again.token)]).toEqual([undefined, 50]);
    expect((await post(confirmPayment, { ...body, nonce: "aed-0000000000000000" }, headers)).status).toBe(400);
    expect((await post(confirmPayment, body, { ...headers, "idempotency-key": "confirm-1" })).body.error).toBe("invalid_idempotency_key");
  });

  test("restores a lost token only by the paying wallet's signature", async () => {
    const [, , , buyer] = local.buyers;
    const wallet = buyer.address;
    const hash = await pay(buyer, "1000000");
    const unproven = await post(confirmPayment, { tx_hash: hash, signature: `0x${"11".repeat(65)}` });
    expect(unproven.body).toMatchObject({
      error: "verification_failed",
      reason: "signature_mismatch",
      sign: { message: expect.stringContaining(hash) },
    });
    const { token } = (
      await post(confirmPayment, { tx_hash: hash, signature: await buyer.signMessage({ message: unproven.body.sign.message }) })
    ).body;
    const listing = await signed(buyer, { purpose: "tokens", wallet });
    expect((await post(paymentTokens, { wallet: local.buyers[0].address, signature: listing })).body.reason).toBe("signature_mismatch");
    const { accounts } = (await post(paymentTokens, { wallet, signature: listing })).body;
    expect(accounts).toMatchObject([{ balance: 50, tokens: [{ revoked: false }] }]);
    expect(JSON.stringify(accounts)).not.toContain(token);
    const [{ id: account_id, tokens }] = accounts;
    const rotating = { purpose: "rotate", wallet, account_id: String(account_id), token_id: String(tokens[0].id) };
    const body = { wallet, account_id, token_id: tokens[0].id, signature: await signed(buyer, rotating) };
    expect((await post(rotatePaymentToken, { ...body, signature: listing })).body.reason).toBe("signature_mismatch");
    const rotated = await post(rotatePaymentToken, body);
    expect(rotated.headers.get("cache-control")).toBe("private, no-store");
    expect([await balanceOf(token), await balanceOf(rotated.body.token)]).toEqual([undefined, 50]);
    expect((await post(rotatePaymentToken, body)).body.error).toBe("token_in_use");
    const foreign = local.buyers[0];
    const stolen = await signed(foreign, { ...rotating, wallet: foreign.address });
    expect((await post(rotatePaymentToken, { ...body, wallet: foreign.address, signature: stolen })).status).toBe(404);

    const ending = { purpose: "end-all", wallet, account_id: String(account_id) };
    const endAll = { wallet, account_id, signature: await signed(buyer, ending) };
    expect((await post(endAllPaymentTokens, { ...endAll, signature: body.signature })).body.reason).toBe("signature_mismatch");
    const claimed = { wallet: foreign.address, account_id, signature: await signed(foreign, { ...ending, wallet: foreign.address }) };
    expect((await post(endAllPaymentTokens, claimed)).status).toBe(404);
    expect(await balanceOf(rotated.body.token)).toBe(50);
    expect((await post(endAllPaymentTokens, endAll)).body).toEqual({ ok: true, account_id, ended: 1, balance: 50 });
    expect(await balanceOf(rotated.body.token)).toBeUndefined();
    const reopening = { purpose: "rotate", wallet, account_id: String(account_id) };
    const reopened = await post(rotatePaymentToken, { wallet, account_id, signature: await signed(buyer, reopening) });
    expect(await balanceOf(reopened.body.token)).toBe(50);
  });
});
