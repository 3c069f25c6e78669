import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { freshness } from "@/lib/docs/catalog";
import { docAt } from "@/lib/docs/pages/doc-at";
import { thisSite } from "@/lib/docs/pages/this-site";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { LIMITS } from "@/lib/http/limits/limits";
import { request } from "../../support/server/request";
import { routing } from "@/lib/endpoints/premium/routing";
import { serveEndpoint, type EndpointServer } from "../../support/server/endpoint-server";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { authorizationStateOf, refusedAs, settlementOf } from "../../support/money/rails-answers";
import { expensive, failing, openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { buyerOfVersion1, buyerOfVersion2, signPayment, type SignedPayment } from "../../support/money/x402-buyers";
import { lacksAnvil } from "../../support/lacks";

const CODE = "?task=code";
const VERSIONS = [2, 1] as const;
type Changes = Parameters<typeof signPayment>[3];

const payingSample = (): string =>
  (docAt(thisSite(), ["guides", "paying"])?.sections ?? [])
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "code" && block.language === "javascript" ? [block.text] : [])))
    .join("\n");

describe.skipIf(lacksAnvil())("a signed payment for one call", () => {
  let world: RailsWorld;
  let server: EndpointServer;
  beforeAll(async () => {
    world = await openRailsWorld();
    server = await serveEndpoint(routing);
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await server.stop();
    await world.close();
  });

  const buyer = (index = 0) => world.local.buyers[index] ?? world.local.buyers[0];
  const received = () => world.local.balanceOf(world.local.payTo);
  const signed = async (query: string, version: 1 | 2, changes: Changes = {}, payer = buyer()): Promise<SignedPayment> =>
    signPayment(payer, await world.offered(query), version, changes);
  const stateOf = (nonce: string) => authorizationStateOf(world.db, nonce);

  describe("over HTTP, from one and the same 402", () => {
    test.each([
      ["2", buyerOfVersion2, 2],
      ["1", buyerOfVersion1, 1],
    ] as const)("gives the published client of version %s its answer and settlement", async (_name, buyerOf, version) => {
      const before = await received();
      const answer = await buyerOf(buyer())(`${server.url}/api/premium/routing?task=code&top_n=${version}`);
      const body = (await answer.json()) as Record<string, Record<string, unknown>>;
      expect([answer.status, body.billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
      expect(body.receipt).toMatchObject({
        credits_charged: 1,
        token_short: `${buyer().address.toLowerCase().slice(0, 10)}...${buyer().address.toLowerCase().slice(-8)}`,
      });
      expect(settlementOf(answer.headers, version)).toMatchObject({
        success: true,
        payer: buyer().address,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      expect([await received(), answer.headers.get("cache-control")]).toEqual([before + 20_000n, "private, no-store"]);
    });

    test("takes what the guide to paying has a reader write", async () => {
      const shown = payingSample().replace(/"https?:[^"]+"/, `"${server.url}/api/premium/routing?task=code&top_n=4"`);
      const key = toHex(buyer().getHdKey().privateKey ?? new Uint8Array());
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--input-type=module", "-e", `${shown}\nconsole.log(response.status, answer.billing.credits_charged);`],
        { env: { ...process.env, WALLET_KEY: key } },
      );
      expect(stdout.trim()).toBe("200 1");
    });

    test("answers a bearer token and a transaction hash", async () => {
      const { bearer } = await fundedToken(world.db, 1);
      expect((await fetch(`${server.url}/api/premium/routing?task=general`, { headers: bearer })).status).toBe(200);
      const demand = (await (await fetch(`${server.url}/api/premium/routing?task=general`)).json()) as {
        payment: { per_call: { amount: string; payTo: string; header: string } };
      };
      const { amount, payTo, header } = demand.payment.per_call;
      const hash = await world.local.transfer(buyer(), BigInt(amount), payTo as `0x${string}`);
      await world.local.mine(2);
      expect((await fetch(`${server.url}/api/premium/routing?task=general`, { headers: { [header]: hash } })).status).toBe(200);
    });
  });

  describe.each(VERSIONS)("of version %d", (version) => {
    test("is settled once the answer is ready, booked to the payer's wallet, and captured", async () => {
      const before = await received();
      const { headers, nonce } = await signed(CODE, version);
      const answer = await world.ask(CODE, headers);
      const { transaction } = settlementOf(answer.headers, version);
      expect([answer.status, await received(), await stateOf(nonce)]).toEqual([200, before + 20_000n, "settled"]);
      expect(
        await rowsOf(
          world.db,
          sql`select c.rail, c.state, h.status, p.credits from claims c join holds h on h.id = c.hold_id join purchases p on p.tx_hash = c.tx_hash where c.tx_hash = ${transaction}`,
        ),
      ).toEqual([{ rail: "x402", state: "spent", status: "captured", credits: 1 }]);
    });

    test("gets the same answer for the same request, and is refused for another request", async () => {
      const { headers } = await signed(CODE, version);
      const first = await world.ask(CODE, headers);
      const again = await world.ask(CODE, headers);
      expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
      expect(settlementOf(again.headers, version)).toEqual(settlementOf(first.headers, version));
      expect(await refusedAs(world.ask("?task=general", headers))).toBe("409 payment_already_used");
    });

    test("answers 409 to another request, whether the payment's own request has ended, is running or has not come", async () => {
      const [own, other] = [`?task=code&budget=${1060 + version}`, `?task=general&budget=${1060 + version}`];
      const { headers } = await signed(own, version, {}, buyer(1));
      let mayVerify: () => void = () => undefined;
      const verifying = new Promise<void>((resolve) => {
        const isAllowed = new Promise<void>((allow) => (mayVerify = allow));
        world.proxy.behave({ kind: "slow", until: (nth) => (nth === 1 ? (resolve(), isAllowed) : Promise.resolve()) }, "eth_call");
      });
      const first = world.ask(own, headers);
      await verifying;
      const raced = await world.ask(other, headers);
      mayVerify();
      const statuses = [raced.status, (await first).status].toSorted();
      expect([statuses, (await world.ask(other, headers)).status]).toEqual([[200, 409], version === 2 || raced.status === 409 ? 409 : 200]);
    });

    test("settles once for ten concurrent requests, which get the one answer or a 409", async () => {
      const before = await received();
      const query = `?task=code&budget=${1040 + version}`;
      const { headers } = await signed(query, version, {}, buyer(1));
      const answers = await Promise.all(Array.from({ length: 10 }, () => world.ask(query, headers)));
      expect(await received()).toBe(before + 20_000n);
      const paid = answers.filter(({ status }) => status === 200);
      expect([
        paid.length > 0,
        new Set(paid.map(({ text }) => text)).size,
        paid.filter((answer) => !answer.headers.get("idempotency-replayed")).length,
      ]).toEqual([true, 1, 1]);
      expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error === "payment_in_flight")).toBe(true);
    });

    test("is not settled for an uncharged answer and can be used again", async () => {
      const before = await received();
      const { headers, nonce } = await signed(CODE, version);
      const failed = await world.ask(CODE, headers, failing);
      expect([
        failed.status,
        failed.body.billing.no_charge_reason,
        failed.headers.get("x-payment-state"),
        await stateOf(nonce),
        await received(),
      ]).toEqual([500, "5xx", "unspent", null, before]);
      await world.readData(new Date(Date.now() - 1_800_000));
      const stale = await world.ask(CODE, headers);
      await world.readData(new Date(Date.now() - 60_000));
      expect([stale.status, stale.body.stale, await received()]).toEqual([200, true, before]);
      expect([(await world.ask(CODE, headers)).status, await received()]).toEqual([200, before + 20_000n]);
    });

    test.each<[string, string, Changes]>([
      ["wrong_amount", "authorization_value_mismatch", { authorization: { value: "19999" } }],
      ["wrong_amount", "authorization_value_mismatch", { authorization: { value: "60000" } }],
      ["wrong_recipient", "recipient_mismatch", { authorization: { to: "0x1111111111111111111111111111111111111111" } }],
      ["expired", "authorization_valid_before", { authorization: { validBefore: String(Math.floor(Date.now() / 1000) + 2) } }],
      ["not_yet_valid", "authorization_valid_after", { authorization: { validAfter: String(Math.floor(Date.now() / 1000) + 3600) } }],
      ["invalid_signature", "signature", { signature: `0x${"11".repeat(65)}` }],
    ])("is refused as %s (x402: %s) with another 402, and nothing is charged", async (reason, code, changes) => {
      const before = await received();
      const { headers, nonce } = await signed(CODE, version, changes);
      const answer = await world.ask(CODE, headers);
      expect([answer.status, answer.body.error, answer.body.reason, answer.body.billing]).toEqual([
        402,
        "payment_failed",
        reason,
        { credits_charged: 0, credits_remaining: 0 },
      ]);
      expect(answer.headers.get("payment-required")).toMatch(/^[A-Za-z0-9+/=]+$/);
      expect(settlementOf(answer.headers, version)).toMatchObject({
        success: false,
        errorReason: `invalid_exact_evm_payload_${code}`,
      });
      expect([await stateOf(nonce), await received()]).toEqual([null, before]);
    });

    test("pays nothing when signed for another price or another token name", async () => {
      const cheap = await signed("?task=code", version);
      expect(await refusedAs(world.ask(CODE, cheap.headers, expensive))).toBe(
        version === 2 ? "409 payment_already_used/wrong_resource" : "402 payment_failed/wrong_amount",
      );
      const terms = await world.offered(CODE);
      const misnamed = await signPayment(buyer(), { ...terms, v2: { ...terms.v2, extra: { name: "USDC", version: "2" } } }, version);
      expect(await refusedAs(world.ask(CODE, misnamed.headers))).toBe(
        `402 payment_failed/${version === 2 ? "wrong_requirements" : "invalid_signature"}`,
      );
    });

    test("is not failed when the chain is unavailable, before the answer or after it", async () => {
      for (const method of ["eth_call", "eth_getCode", "eth_estimateGas", "eth_chainId"]) {
        const before = await received();
        const { headers } = await signed(`${CODE}&budget=${1000 + method.length}`, version);
        world.proxy.behave({ kind: "status", status: 500, body: '{"error":"rpc-key"}' }, method);
        const down = await world.ask(`${CODE}&budget=${1000 + method.length}`, headers);
        world.proxy.behave({ kind: "pass" });
        if (down.status === 200) continue;
        expect([
          method,
          down.status,
          down.body.error,
          down.headers.get("retry-after") !== null,
          down.headers.get("payment-required"),
        ]).toEqual([method, 503, "rpc_unavailable", true, null]);
        expect(`${down.text}${JSON.stringify([...down.headers])}`).not.toMatch(/rpc-key|\/v2\/|0x02f8/);
        expect([(await world.ask(`${CODE}&budget=${1000 + method.length}`, headers)).status, await received()]).toEqual([
          200,
          before + 20_000n,
        ]);
      }
    });
  });

  test("lets one address pay for more calls than it may attempt, and its free calls are not used up by them", async () => {
    const from = { [ADDRESS_HEADER]: "198.51.100.77" };
    const calls = LIMITS.payments.calls + 3;
    const queries = Array.from({ length: calls }, (_, index) => `?task=code&budget=${1500 + index}`);
    const payments = await Promise.all(queries.map((query, index) => signed(query, 2, {}, buyer(index % 2))));
    for (const [index, query] of queries.entries()) {
      const { status } = await world.ask(query, { ...payments[index]?.headers, ...from });
      expect([index, status]).toEqual([index, 200]);
    }
    const free = await request(freshness, "/api/freshness", { headers: from });
    expect(free.headers.get("ratelimit-remaining")).toBe(String(LIMITS.free.calls - 1));
    const [query = ""] = queries;
    const replays = await Promise.all(
      Array.from({ length: LIMITS.payments.calls + 1 }, () => world.ask(query, { ...payments[0]?.headers, ...from })),
    );
    expect(replays.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: LIMITS.payments.calls }, () => 200), 429]);
    expect((await request(freshness, "/api/freshness", { headers: from })).status).toBe(200);
  });

  test("settles eight concurrent signed payments", async () => {
    const before = await received();
    const payments = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signed(`?task=code&budget=${1100 + index}`, 2, {}, buyer(index % 2))),
    );
    const answers = await Promise.all(payments.map(({ headers }, index) => world.ask(`?task=code&budget=${1100 + index}`, headers)));
    expect([answers.map(({ status }) => status), await received()]).toEqual([Array.from({ length: 8 }, () => 200), before + 160_000n]);
  });

  test("leaves balanced books", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
