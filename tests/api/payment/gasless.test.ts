import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { keccak256 } from "viem";
import { health } from "@/lib/endpoints/health";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { submitGaslessPurchase } from "@/lib/endpoints/payment/gasless";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { faultsOfLedger } from "../../support/money/money";
import { USDC } from "../../support/money/chain";
import { openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { request, type Answer } from "../../support/server/request";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("buying without ether over HTTP", () => {
  let world: RailsWorld;
  beforeAll(async () => {
    world = await openRailsWorld({ TRUSTED_PROXY: "vercel" });
  });
  afterAll(() => world?.close());

  const buyer = privateKeyToAccount(`0x${"5b".repeat(32)}`);
  const post = (endpoint: AnyEndpoint, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    request(endpoint, endpoint.path, { method: "POST", body: JSON.stringify(body), headers });
  const bought = async () => {
    const { body: quote } = await post(buyCredits, { amount_usd: 5, sender_wallet: buyer.address });
    const { typed_data } = quote.gasless;
    const signature = await buyer.signTypedData(typed_data);
    return { quote, typed_data, signature, body: { nonce: quote.memo, authorization: typed_data.message, signature } };
  };

  test("info says that it is offered, the quote says what to sign, and the memo collects what was sent", async () => {
    await world.local.mint(buyer.address, 100_000_000n);
    const { body: info } = await request(paymentInfo);
    expect(info.gasless).toMatchObject({ available: true, submit_to: "/api/payment/gasless", minimum_usd: 1 });
    const { quote, typed_data, body } = await bought();
    expect(typed_data.domain).toEqual(info.gasless.domain);
    expect(typed_data.message).toMatchObject({
      from: buyer.address,
      to: world.local.payTo,
      value: quote.amount_base_units,
      validBefore: String(Math.floor(Date.parse(quote.expires_at) / 1000)),
      nonce: keccak256(quote.quote_id),
    });
    const submitted = await post(submitGaslessPurchase, body);
    expect([submitted.status, submitted.body]).toMatchObject([
      200,
      { state: "submitted", payer: buyer.address, amount: quote.amount, quote_id: quote.quote_id, tx_hash: expect.stringMatching(/^0x/) },
    ]);
    expect(submitted.headers.get("cache-control")).toBe("private, no-store");
    await world.local.mine(7);
    const confirm = () => post(confirmPayment, { nonce: quote.memo });
    await expect.poll(async () => (await confirm()).status, { timeout: 20_000, interval: 500 }).toBe(200);
    expect((await confirm()).body).toMatchObject({ credits: 275, balance: 275, tx_hash: submitted.body.tx_hash });
    expect(await faultsOfLedger(world.db)).toEqual([]);
    const { gasless } = (await request(health)).body;
    expect(gasless.budget_gwei).toBe(100_000_000);
    expect(gasless.gas_gwei).toBeGreaterThan(0);
    expect(gasless.gas_gwei).toBeLessThan(400_000);
  });

  test.each(["we", "somebody else"])("a transfer that was signed for a purchase pays for no call when %s sent it: 409", async (sender) => {
    const { typed_data, signature, body } = await bought();
    if (sender === "somebody else") {
      const { from, to, value, validAfter, validBefore, nonce } = typed_data.message;
      const signed = [from, to, value, validAfter, validBefore, nonce, signature];
      await world.local.call(world.local.buyers[3], { address: USDC, name: "TestUSDC" }, "transferWithAuthorization", signed);
    }
    expect((await post(submitGaslessPurchase, body)).status).toBe(200);
    const offered = await world.offered("?task=code");
    const payload = { signature, authorization: typed_data.message };
    const content = { x402Version: 2, resource: offered.resource, accepted: offered.v2, payload };
    const header = Buffer.from(JSON.stringify(content)).toString("base64");
    for (const name of ["payment-signature", "x-payment"]) {
      const { status, body: answer } = await world.ask("?task=code", { [name]: header });
      expect([status, answer.error, answer.billing.credits_charged]).toEqual([409, "payment_already_used", 0]);
    }
  });

  test("quotes below a dollar and for one call offer none", async () => {
    expect((await post(buyCredits, { amount_usd: 0.99 })).body.gasless).toBeNull();
    expect((await post(buyCredits, { endpoint: "GET /api/premium/routing" })).body.gasless).toBeNull();
    expect((await post(buyCredits, { amount_usd: 1 })).body.gasless.typed_data.message.from).toBeNull();
  });

  test.each([
    [{}, "invalid_request_body"],
    [{ memo: "aed-1", authorization: {}, signature: `0x${"11".repeat(65)}` }, "invalid_request_body"],
    [{ nonce: "aed-1", authorization: null, signature: "zz" }, "invalid_request_body"],
  ])("refuses %j with 400", async (body, code) => {
    const { status, body: answer } = await post(submitGaslessPurchase, body);
    expect([status, answer.error]).toEqual([400, code]);
  });

  test("refuses a memo that no quote has, and a buyer from an embargoed country", async () => {
    const { body } = await bought();
    const unknown = await post(submitGaslessPurchase, { ...body, nonce: "aed-00000000000000000000000000000000" });
    expect([unknown.status, unknown.body.error]).toEqual([400, "quote_not_found_or_expired"]);
    expect((await post(submitGaslessPurchase, { ...body, nonce: undefined })).body.error).toBe("nonce_required");
    const embargoed = await post(submitGaslessPurchase, body, { "x-vercel-ip-country": "KP" });
    expect([embargoed.status, embargoed.body.error]).toEqual([403, "jurisdiction_blocked"]);
    const reused = await post(submitGaslessPurchase, { ...body, authorization: { ...body.authorization, value: "5000000" } });
    expect([reused.status, reused.body]).toMatchObject([400, { error: "gasless_rejected", reason: "wrong_amount" }]);
  });
});
