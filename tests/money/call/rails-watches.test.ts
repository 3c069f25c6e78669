import { decodePaymentRequiredHeader } from "@x402/core/http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import type { X402Terms } from "@/lib/money/chain/x402-terms";
import { createWatch } from "@/lib/endpoints/premium/watches";
import { faultsOfLedger } from "../../support/money/money";
import { openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { request } from "../../support/server/request";
import { WATCH_TABLES } from "../../support/watches/watches";
import { signPayment } from "../../support/money/x402-buyers";
import { lacksAnvil } from "../../support/lacks";

const BODY = JSON.stringify({ spec: { type: "digest", cadence: "daily" }, callback_url: "https://93.184.215.14/hook", secret: "generate" });

describe.skipIf(lacksAnvil())("a watch paid on the chain", () => {
  let world: RailsWorld;
  beforeAll(async () => {
    world = await openRailsWorld();
  });
  beforeEach(() => world.db.execute(sql.raw(`truncate ${WATCH_TABLES}`)));
  afterAll(() => world.close());

  const register = (headers: Record<string, string> = {}, body = BODY) =>
    request(createWatch, createWatch.path, { method: "POST", body, headers });
  const owners = () =>
    rowsOf<{ status: string; kind: string; wallet: string }>(
      world.db,
      sql`select w.status, a.kind, a.owner_wallet as wallet from watches w join accounts a on a.id = w.account_id`,
    );

  test("belongs to the wallet that paid by a bare transaction, and a repeat creates no second watch", async () => {
    const buyer = world.local.buyers[0];
    const hash = await world.pay(buyer, 20_000n);
    const first = await register({ "X-Payment-Tx": hash });
    expect([first.status, first.body.billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
    const again = await register({ "X-Payment-Tx": hash });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await owners()).toEqual([{ status: "active", kind: "wallet", wallet: buyer.address.toLowerCase() }]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("belongs to the payer of a signed payment, once the payment has settled", async () => {
    const buyer = world.local.buyers[1];
    const { headers, body } = await register();
    const required = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
    const terms = { resource: required.resource, v2: required.accepts[0], v1: body.accepts[0] } as X402Terms;
    const { headers: payment } = await signPayment(buyer, terms, 2);
    const first = await register(payment);
    expect([first.status, first.body.billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
    expect((await register(payment)).text).toBe(first.text);
    expect(await owners()).toEqual([{ status: "active", kind: "wallet", wallet: buyer.address.toLowerCase() }]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("does not become active when the payment fails on the chain", async () => {
    const buyer = world.local.buyers[2];
    const { headers, body } = await register();
    const required = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
    const terms = { resource: required.resource, v2: required.accepts[0], v1: body.accepts[0] } as X402Terms;
    const { headers: payment } = await signPayment(buyer, terms, 2, { signer: world.local.buyers[3] });
    expect((await register(payment)).status).toBe(402);
    expect((await owners()).filter(({ status }) => status === "active")).toEqual([]);
  });

  test("can be registered with the unspent hash of a refused call", async () => {
    const hash = await world.pay(world.local.buyers[3], 20_000n);
    const refused = await register({ "X-Payment-Tx": hash }, BODY.replace("93.184.215.14", "10.0.0.1"));
    expect([refused.status, refused.body.error, refused.headers.get("x-payment-state")]).toEqual([400, "invalid_callback_url", "unspent"]);
    expect((await register({ "X-Payment-Tx": hash })).status).toBe(200);
    expect(await owners()).toEqual([{ status: "active", kind: "wallet", wallet: world.local.buyers[3].address.toLowerCase() }]);
  });
});
