import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimDeliveries, queueFires, recordOutcome } from "@/db/queries/watches/watch-deliveries";
import { endTokens } from "@/db/queries/money/tokens/token-family";
import { listWatches } from "@/lib/endpoints/premium/watches";
import { deleteWatch, watch as readWatch } from "@/lib/endpoints/premium/watches/[id]";
import { watchDeliveries } from "@/lib/endpoints/premium/watches/[id]/deliveries";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { templatedPath } from "@/lib/docs/parameters";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { newDeliveryId } from "@/lib/watches/watch-secret";
import { operationsOf, SpecValidator, type Description } from "../../../support/contract/spec";
import { description } from "../../../support/models/catalog";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { fundedToken } from "../../../support/money/money";
import { request } from "../../../support/server/request";
import { aWatch, WATCH_TABLES, watchRow } from "../../../support/watches/watches";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());
beforeEach(() => opened.db.execute(sql.raw(`truncate ${WATCH_TABLES}`)));

const UNKNOWN_ID = "wat_000000000000000000000000";
const ALL: [string, AnyEndpoint][] = [listWatches, readWatch, deleteWatch, watchDeliveries, testWatch, redeliver].map((endpoint) => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
]);
const OF_ONE = ALL.slice(1);

function call(endpoint: AnyEndpoint, id: string, headers: Record<string, string>, more: { delivery?: string; query?: string } = {}) {
  const params = { id, delivery: more.delivery ?? "dlv_000000000000000000000000" };
  const path = endpoint.path.replace("[id]", params.id).replace("[delivery]", params.delivery);
  return request(endpoint, `${path}${more.query ?? ""}`, { method: endpoint.method, headers, params });
}

/** A watch of a new account with one fire that was answered with 200. */
async function firedWatch(over: Parameters<typeof aWatch>[1] = {}) {
  const owner = await fundedToken(opened.db, 4);
  const watch = await aWatch(opened.db, { accountId: owner.accountId, ...over });
  const id = newDeliveryId();
  await queueFires(opened.db, [
    {
      id,
      watchId: watch.id,
      firedAt: new Date(),
      match: { type: "price", model: "M", provider: "p", field: "inputPrice", op: "changes", from: 2, to: 1, delta_pct: -50 },
    },
  ]);
  await claimDeliveries(opened.db, 10, new Date());
  await recordOutcome(opened.db, id, { kind: "answered", status: 200 }, new Date());
  return { ...owner, watch, fire: id };
}

describe("401 without a token, with a wrong and with a revoked one", () => {
  test.each(ALL)("%s", async (_, endpoint) => {
    const revoked = await fundedToken(opened.db, 1);
    await endTokens(opened.db, revoked.tokenId, new Date());
    expect(await call(endpoint, UNKNOWN_ID, {})).toMatchObject({
      status: 401,
      body: { error: "token_required", billing: { credits_charged: 0, credits_remaining: 0 } },
    });
    for (const Authorization of [`Bearer aed_live_${"0".repeat(64)}`, revoked.bearer.Authorization]) {
      expect(await call(endpoint, UNKNOWN_ID, { Authorization })).toMatchObject({
        status: 401,
        body: { error: "invalid_token", billing: { credits_charged: 0, credits_remaining: 0 } },
      });
    }
  });
});

describe("429 for a token whose calls keep failing by its own fault", () => {
  const validator = new SpecValidator(description as unknown as Description);
  const operations = operationsOf(description as unknown as Description);
  const MOST_FAULTS = 20;

  test.each(OF_ONE)("%s", async (_, endpoint) => {
    const { bearer } = await fundedToken(opened.db, 1);
    for (let fault = 0; fault < MOST_FAULTS; fault++) expect((await call(endpoint, UNKNOWN_ID, bearer)).status).toBe(404);
    const { status, body, headers, text } = await call(endpoint, UNKNOWN_ID, bearer);
    expect([status, body.error]).toEqual([429, "no_charge_abuse"]);
    const declared = operations.find(({ method, path }) => method === endpoint.method && path === templatedPath(endpoint));
    if (!declared) throw new Error(`${endpoint.path} is not described`);
    expect(validator.fault(declared, status, headers.get("content-type") ?? undefined, text)).toBeNull();
  });
});

describe("404 for an unknown watch, another account's and an unpaid draft", () => {
  test.each(OF_ONE)("%s", async (_, endpoint) => {
    const { watch } = await firedWatch();
    const stranger = await fundedToken(opened.db, 2);
    const draft = await aWatch(opened.db, { accountId: stranger.accountId, status: "draft" });
    for (const id of [UNKNOWN_ID, watch.id, draft.id, "1", `${watch.id} `, "\ud800"]) {
      expect(await call(endpoint, id, stranger.bearer)).toMatchObject({
        status: 404,
        body: { error: "watch_not_found", billing: { credits_charged: 0, credits_remaining: 2 } },
      });
    }
    const { status, body } = await call(endpoint, "wat_\u0000", stranger.bearer);
    expect([400, 404]).toContain(status);
    expect(body.billing).toEqual({ credits_charged: 0, credits_remaining: 2 });
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ status: "active", fireCount: 1 });
  });

  test("delivery_not_found for a delivery of another watch", async () => {
    const [mine, other] = [await firedWatch(), await firedWatch()];
    for (const delivery of [other.fire, "dlv_\u0000", "x"]) {
      expect(await call(redeliver, mine.watch.id, mine.bearer, { delivery })).toMatchObject({
        status: 404,
        body: { error: "delivery_not_found", billing: { credits_charged: 0, credits_remaining: 4 } },
      });
    }
  });
});

describe("the list", () => {
  test("lists this account's watches, newest first, without deleted ones, and filters by state", async () => {
    const { bearer, accountId } = await fundedToken(opened.db, 2);
    const at = (second: number) => new Date(Date.now() - 100_000 + second * 1000);
    const [first, second, capped] = [
      await aWatch(opened.db, { accountId, createdAt: at(1) }),
      await aWatch(opened.db, { accountId, createdAt: at(2) }),
      await aWatch(opened.db, { accountId, createdAt: at(3), status: "cap_reached", fireCap: 1, fireCount: 1 }),
    ];
    const expired = await aWatch(opened.db, { accountId, createdAt: at(0), expiresAt: at(50) });
    await aWatch(opened.db);
    const idsOf = async (query = "") => (await call(listWatches, "", bearer, { query })).body.watches.map(({ id }: { id: string }) => id);
    expect(await idsOf()).toEqual([capped, second, first, expired].map(({ id }) => id));
    await call(deleteWatch, first.id, bearer);
    expect(await idsOf()).toEqual([capped, second, expired].map(({ id }) => id));
    expect(await idsOf("?status=active")).toEqual([second.id]);
    expect(await idsOf("?status=expired")).toEqual([expired.id]);
    expect(await idsOf("?status=deleted")).toEqual([first.id]);
    expect(await idsOf("?limit=1")).toEqual([capped.id]);
    const { body } = await call(listWatches, "", bearer);
    expect(body).toMatchObject({ ok: true, count: 3, billing: { credits_charged: 0, credits_remaining: 2 } });
    expect(body.watches[2]).toMatchObject({ id: expired.id, status: "expired" });
  });

  test("refuses an invalid state or limit free of charge", async () => {
    const { bearer } = await fundedToken(opened.db, 2);
    for (const query of ["?status=paused", "?limit=0", "?limit=201", "?limit=x"]) {
      expect(await call(listWatches, "", bearer, { query })).toMatchObject({
        status: 400,
        body: { error: "invalid_parameter", billing: { credits_charged: 0, credits_remaining: 2 } },
      });
    }
  });
});

describe("deleting", () => {
  test("ends the watch, drops pending deliveries, keeps it readable, and can be repeated", async () => {
    const { watch, bearer } = await firedWatch();
    await queueFires(opened.db, [
      {
        id: newDeliveryId(),
        watchId: watch.id,
        firedAt: new Date(),
        match: { type: "price", model: "M", provider: "p", field: "inputPrice", op: "changes", from: 1, to: 2, delta_pct: 100 },
      },
    ]);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call(deleteWatch, watch.id, bearer);
      expect([status, body]).toEqual([
        200,
        { ok: true, id: watch.id, deleted: true, billing: { credits_charged: 0, credits_remaining: 4 } },
      ]);
    }
    expect((await call(readWatch, watch.id, bearer)).body.watch).toMatchObject({ status: "deleted", fire_count: 1 });
    const { body } = await call(watchDeliveries, watch.id, bearer);
    expect(body.deliveries.map(({ state }: { state: string }) => state)).toEqual(["dropped", "sent"]);
    expect(await claimDeliveries(opened.db, 10, new Date())).toEqual([]);
  });
});

describe("409 for an ended watch", () => {
  const ended = [
    ["cap_reached", { status: "cap_reached" as const }],
    ["deleted", { status: "deleted" as const }],
    ["expired", { expiresAt: new Date(Date.now() - 1000) }],
  ] as const;

  test.each(ended)("refuses pings and redeliveries when %s", async (state, over) => {
    const { watch, bearer, fire } = await firedWatch();
    await opened.db.execute(
      sql`update watches set status = ${"status" in over ? over.status : "active"}, expires_at = ${("expiresAt" in over ? over.expiresAt : new Date(Date.now() + 9e6)).toISOString()}::timestamptz`,
    );
    for (const endpoint of [testWatch, redeliver]) {
      expect(await call(endpoint, watch.id, bearer, { delivery: fire })).toMatchObject({
        status: 409,
        body: { error: "watch_not_active", watch_status: state, billing: { credits_charged: 0, credits_remaining: 4 } },
      });
    }
  });
});

describe("redelivering", () => {
  test("queues the same message again without counting a fire", async () => {
    const { watch, bearer, fire } = await firedWatch();
    const [sent] = (await call(watchDeliveries, watch.id, bearer)).body.deliveries;
    const { status, body } = await call(redeliver, watch.id, bearer, { delivery: fire });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      delivery: { kind: "redelivery", redelivery_of: fire, state: "pending", fired_at: sent.fired_at, match: sent.match },
      billing: { credits_charged: 0, credits_remaining: 4 },
    });
    const [claimed] = await claimDeliveries(opened.db, 10, new Date());
    expect(claimed).toMatchObject({ id: body.delivery.id, deliveryId: fire });
    expect(claimed?.fire).toMatchObject({ deliveryId: fire, fireCount: 1, firedAt: new Date(sent.fired_at) });
    await recordOutcome(opened.db, body.delivery.id, { kind: "answered", status: 503 }, new Date());
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ fireCount: 1, lastDeliveryStatus: 503 });
  });

  test("409 delivery_not_redeliverable for a pending fire and for a redelivery", async () => {
    const { watch, bearer, fire } = await firedWatch();
    const again = await call(redeliver, watch.id, bearer, { delivery: fire });
    expect(await call(redeliver, watch.id, bearer, { delivery: fire })).toMatchObject({
      status: 409,
      body: { error: "delivery_not_redeliverable", delivery_state: "pending", billing: { credits_charged: 0, credits_remaining: 4 } },
    });
    expect((await call(redeliver, watch.id, bearer, { delivery: again.body.delivery.id })).status).toBe(409);
  });
});
