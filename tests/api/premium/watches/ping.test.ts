import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginPing, recordOutcome } from "@/db/queries/watches/watch-deliveries";
import { watches } from "@/db/schema/watches";
import { watchDeliveries } from "@/lib/endpoints/premium/watches/[id]/deliveries";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { newDeliveryId } from "@/lib/watches/watch-secret";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { fundedToken } from "../../../support/money/money";
import { request } from "../../../support/server/request";
import { aWatch, deliveriesOf, WATCH_TABLES, watchRow } from "../../../support/watches/watches";

let opened: TestDatabase;
let closedPort: number;
beforeAll(async () => {
  process.env.WATCH_ALLOW_PRIVATE = "true";
  opened = await useTestDatabase();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  closedPort = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
});
afterAll(() => opened.close());
beforeEach(() => opened.db.execute(sql.raw(`truncate ${WATCH_TABLES}`)));

const ping = (id: string, headers: Record<string, string>) =>
  request(testWatch, `/api/premium/watches/${id}/test`, { method: "POST", headers, params: { id } });

async function unreachableWatch() {
  const owner = await fundedToken(opened.db, 2);
  const watch = await aWatch(opened.db, {
    accountId: owner.accountId,
    callbackUrl: `https://127.0.0.1:${closedPort}/hook`,
    callbackHost: "127.0.0.1",
    lastDeliveryStatus: 201,
    fireCount: 3,
  });
  return { ...owner, watch };
}

test("sends a ping at once, free of charge, and answers its outcome", async () => {
  const { watch, bearer } = await unreachableWatch();
  const { status, body } = await ping(watch.id, bearer);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    delivery: {
      kind: "ping",
      state: "sent",
      outcome: "connection_refused",
      http_status: null,
      duration_ms: expect.any(Number),
      match: null,
    },
    verified: false,
    billing: { credits_charged: 0, credits_remaining: 2 },
  });
  const { headers, body: sent } = body.delivery.request;
  expect(JSON.parse(sent)).toMatchObject({ event: "watch.ping", delivery_id: body.delivery.id, fire_count: 3 });
  expect(headers).toMatchObject({ "X-Service-Event": "watch.ping", "webhook-id": body.delivery.id });
  expect(await watchRow(opened.db, watch.id)).toMatchObject({
    fireCount: 3,
    lastDeliveryStatus: 201,
    isVerified: false,
    lastFiredAt: null,
  });
  const listed = await request(watchDeliveries, `/api/premium/watches/${watch.id}/deliveries`, {
    headers: bearer,
    params: { id: watch.id },
  });
  expect(listed.body).toMatchObject({ watch_id: watch.id, count: 1, deliveries: [body.delivery] });
});

test("sends a message in the place of JSON where the watch has the format of a chat product", async () => {
  const { watch, bearer } = await unreachableWatch();
  await opened.db.update(watches).set({ format: "slack" }).where(eq(watches.id, watch.id));
  const { body } = await ping(watch.id, bearer);
  const { headers, body: sent } = body.delivery.request;
  expect(JSON.parse(sent).text).toMatch(
    /^This is a test of a watch: its messages arrive here\.\n• When the input price of claude-opus-4-5 falls below/,
  );
  expect(headers).toMatchObject({ "X-Service-Event": "watch.ping", "webhook-signature": expect.stringMatching(/^v1a,/) });
});

test("a 2xx answer to a ping verifies the receiver and changes nothing else", async () => {
  const { watch } = await unreachableWatch();
  const id = newDeliveryId();
  await beginPing(opened.db, { id, watchId: watch.id, fireCount: watch.fireCount, now: new Date() });
  await recordOutcome(opened.db, id, { kind: "answered", status: 200 }, new Date());
  expect(await watchRow(opened.db, watch.id)).toMatchObject({ isVerified: true, fireCount: 3, lastDeliveryStatus: 201 });
});

test("refuses the eleventh ping of a day with 429 watch_daily_limit_reached", async () => {
  const { watch, bearer } = await unreachableWatch();
  for (let count = 0; count < 10; count++) expect((await ping(watch.id, bearer)).status).toBe(200);
  const { status, body, headers } = await ping(watch.id, bearer);
  expect([status, body.error, body.limit, body.billing]).toEqual([
    429,
    "watch_daily_limit_reached",
    10,
    { credits_charged: 0, credits_remaining: 2 },
  ]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await deliveriesOf(opened.db, watch.id)).toHaveLength(10);
});
