import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Watch } from "@/db/queries/watches/watches";
import { watches } from "@/db/schema/watches";
import { deliverDue } from "@/jobs/deliver-webhooks/deliver-webhooks";
import { deliveryWords } from "@/lib/domain/watches/delivery-words";
import { showDelivery } from "@/lib/watches/show-watch";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { createAuthority, type Certificate, type TestAuthority } from "../../support/stores/test-authority";
import { addFires } from "../../support/watches/watch-rows";
import { aWatch, deliveriesOf, watchRow, WATCH_TABLES } from "../../support/watches/watches";
import { loopbackOptions } from "../../support/watches/webhook-options";
import { startInbox, type Answer, type WebhookInbox } from "../../support/watches/webhook-receiver";

let authority: TestAuthority;
let certificate: Certificate;
let database: TestDatabase;
const open: WebhookInbox[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  certificate = await authority.issue(["*.example.com"]);
  database = await openTestDatabase();
});
beforeEach(() => database.db.execute(sql.raw(`truncate ${WATCH_TABLES}`)));
afterAll(async () => {
  await Promise.all(open.map((receiver) => receiver.close()));
  await database.close();
});

async function inbox(answer?: Answer): Promise<WebhookInbox> {
  const opened = await startInbox(certificate, answer);
  open.push(opened);
  return opened;
}

const deliver = (now = new Date()) =>
  deliverDue(database.db, {
    options: loopbackOptions(authority.ca),
    openSecret: () => "a-secret-of-some-length",
    clock: () => now,
    mayBegin: () => true,
  });

const chatWatch = (url: string, over: Partial<Watch> = {}) =>
  aWatch(database.db, { callbackUrl: url, callbackHost: new URL(url).hostname, format: "slack", sealedSecret: "sealed", ...over });

const shown = async (id: string) => {
  const [watch] = await database.db.select().from(watches).where(eq(watches.id, id));
  return (await deliveriesOf(database.db, id)).map((delivery) => showDelivery(delivery, watch as Watch));
};

test.each([
  ["slack", "text"],
  ["discord", "content"],
  ["teams", "attachments"],
] as const)(
  "a fire goes to %s as its message, with the headers and the signature of every delivery, and is logged as it was sent",
  async (format, member) => {
    const { received, urlFor } = await inbox();
    const { id } = await chatWatch(urlFor(`${format}.example.com`), { format });
    const [fire = ""] = await addFires(database.db, [id]);
    expect(await deliver()).toEqual({ sent: 1, answered: 1, failed: 0 });
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    expect(Object.keys(JSON.parse(body) as object)).toContain(member);
    expect(body).toContain("rose from $1.00 to $2.00 per 1M tokens");
    expect(headers).toMatchObject({ "content-type": "application/json", "x-service-event": "watch.fire", "x-service-delivery": fire });
    expect([headers["x-service-signature"], headers["webhook-signature"]]).toEqual([
      expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      expect.stringMatching(/^v1,\S+ v1a,/),
    ]);
    expect(await shown(id)).toMatchObject([{ state: "sent", http_status: 204, request: { body } }]);
  },
);

test("a product that is too busy gets the same message after the time that it asks for, which counts as one fire", async () => {
  let isBusy = true;
  const { received, urlFor } = await inbox((response) =>
    isBusy ? void response.writeHead(429, { "retry-after": "120" }).end() : void response.writeHead(200).end("ok"),
  );
  const { id } = await chatWatch(urlFor("busy.example.com"), { fireCap: 1 });
  const fires = await addFires(database.db, [id, id]);
  const began = new Date();
  const after = (seconds: number) => new Date(began.getTime() + seconds * 1000);
  await deliver(began);
  const [waiting] = await shown(id);
  expect(waiting).toMatchObject({ state: "pending", http_status: 429, not_before: after(120).toISOString() });
  expect(waiting && deliveryWords(waiting)).toMatchObject({
    label: "Waiting",
    detail: expect.stringContaining("answered 429 and asks to wait 120 s"),
  });
  expect(await watchRow(database.db, id)).toMatchObject({ status: "active", fireCount: 0, endedAt: null, lastDeliveryStatus: 429 });
  expect(await deliver(after(119))).toMatchObject({ sent: 0 });
  isBusy = false;
  await deliver(after(121));
  expect(received.map(({ headers }) => headers["x-service-delivery"])).toEqual([fires[0], fires[0]]);
  expect(received[1]?.body).toBe(received[0]?.body);
  expect((await shown(id)).map(({ state, not_before: notBefore }) => [state, notBefore])).toEqual([
    ["sent", null],
    ["dropped", null],
  ]);
  expect(await watchRow(database.db, id)).toMatchObject({ status: "cap_reached", fireCount: 1, lastDeliveryStatus: 200 });
});

test("each further wait is as long as the delivery has waited, and after a day it is dropped", async () => {
  const { received, urlFor } = await inbox((response) => void response.writeHead(429, { "retry-after": "1" }).end());
  const { id } = await chatWatch(urlFor("always.example.com"));
  await addFires(database.db, [id]);
  const began = Date.now();
  for (let minute = 0; minute < 25 * 60; minute += 10) await deliver(new Date(began + minute * 60_000));
  expect(received.length).toBeLessThan(15);
  expect(await shown(id)).toMatchObject([{ state: "expired", outcome: "expired", not_before: null }]);
  expect(await watchRow(database.db, id)).toMatchObject({ fireCount: 0 });
}, 60_000);

test("an answer is understood in words of this service, and a webhook that is gone for a day ends the watch", async () => {
  const { urlFor } = await inbox((response) => void response.writeHead(404).end('{"message":"Unknown <script>","code":10015}'));
  const { id } = await chatWatch(urlFor("gone.example.com"), { format: "discord" });
  const [first, second] = [new Date(), new Date(Date.now() + 25 * 3_600_000)];
  await addFires(database.db, [id]);
  await deliver(first);
  const [told] = await shown(id);
  expect(told && deliveryWords(told)).toEqual({ label: "Answered 404", detail: "The webhook was deleted.", tone: "bad" });
  await addFires(database.db, [id]);
  await database.db.execute(sql`update watch_deliveries set queued_at = ${second.toISOString()} where state = 'pending'`);
  await deliver(second);
  expect(await watchRow(database.db, id)).toMatchObject({ status: "receiver_gone" });
});

test("JSON is sent once even where its receiver is too busy", async () => {
  const { urlFor } = await inbox((response) => void response.writeHead(429, { "retry-after": "1" }).end());
  const { id } = await chatWatch(urlFor("json.example.com"), { format: "json" });
  await addFires(database.db, [id]);
  await deliver();
  expect(await shown(id)).toMatchObject([
    { state: "sent", http_status: 429, detail: null, request: { body: expect.stringContaining('"watch.fire"') } },
  ]);
  expect(await watchRow(database.db, id)).toMatchObject({ fireCount: 1 });
});
