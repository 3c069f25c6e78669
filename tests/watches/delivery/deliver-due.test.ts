import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { claimDeliveries, findDelivery, listDeliveries, queueRedelivery } from "@/db/queries/watches/watch-deliveries";
import type { Watch } from "@/db/queries/watches/watches";
import { watches } from "@/db/schema/watches";
import { deliverDue, type DeliveryRun } from "@/jobs/deliver-webhooks/deliver-webhooks";
import { showDelivery } from "@/lib/watches/show-watch";
import type { DispatchCounts } from "@/lib/watches/delivery/dispatch-deliveries";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { openPg } from "../../support/stores/drivers";
import { createAuthority, type Certificate, type TestAuthority } from "../../support/stores/test-authority";
import { addFires, addWatches, attempts } from "../../support/watches/watch-rows";
import { loopbackOptions } from "../../support/watches/webhook-options";
import { closedPort, startInbox, startRawTls, type Answer, type Receiver } from "../../support/watches/webhook-receiver";

let authority: TestAuthority;
let certificate: Certificate;
let database: TestDatabase;
const open: Receiver[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  certificate = await authority.issue(["*.example.com"]);
});
beforeEach(async () => void (database = await openTestDatabase()));
afterEach(() => database.close());
afterAll(() => Promise.all(open.map((receiver) => receiver.close())));

function opened<One extends Receiver>(receiver: One): One {
  open.push(receiver);
  return receiver;
}

const inbox = async (answer?: Answer) => opened(await startInbox(certificate, answer));
const deliveryIds = (received: readonly { headers: Record<string, unknown> }[]) =>
  received.map(({ headers }) => headers["x-service-delivery"]);

function delivering(overrides: Partial<DeliveryRun> = {}): DeliveryRun {
  return {
    options: loopbackOptions(authority.ca),
    openSecret: (sealed) => sealed.replace("sealed:", ""),
    clock: () => new Date(),
    mayBegin: () => true,
    ...overrides,
  };
}

const deliver = (overrides?: Partial<DeliveryRun>): Promise<DispatchCounts> => deliverDue(database.db, delivering(overrides));

describe("due deliveries", () => {
  test("are sent once, in order, counted and signed, and the first success verifies the watch", async () => {
    const { received, urlFor } = await inbox();
    const [watchId = ""] = await addWatches(database.db, [
      { url: urlFor("a.example.com"), sealedSecret: "sealed:a-secret-of-some-length" },
    ]);
    const fires = await addFires(database.db, [watchId, watchId, watchId]);
    expect(await deliver()).toEqual({ sent: 3, answered: 3, failed: 0 });
    expect(await deliver()).toEqual({ sent: 0, answered: 0, failed: 0 });
    expect(deliveryIds(received)).toEqual(fires);
    expect(received.map(({ body }) => JSON.parse(body))).toEqual(
      fires.map((id, index) =>
        expect.objectContaining({ event: "watch.fire", watch_id: watchId, delivery_id: id, fire_count: index + 1, fire_cap: 100 }),
      ),
    );
    expect(received.every(({ headers }) => String(headers["x-service-signature"]).startsWith("sha256="))).toBe(true);
    expect(await attempts(database.db)).toEqual(
      fires.map((id, index) =>
        expect.objectContaining({ id, state: "sent", outcome: "answered", http_status: 204, fire_count: index + 1 }),
      ),
    );
    expect(await rowsOf(database.db, sql`select fire_count, is_verified, last_delivery_status, status from watches`)).toEqual([
      { fire_count: 3, is_verified: true, last_delivery_status: 204, status: "active" },
    ]);
  });

  test("are logged as they were received, a redelivery too, and nothing is logged as sent where nothing was", async () => {
    const { received, urlFor } = await inbox();
    const [watchId = "", nowhere = ""] = await addWatches(database.db, [
      { url: urlFor("a.example.com"), sealedSecret: "sealed:a-secret-of-some-length" },
      { url: "https://nowhere.example.com/" },
    ]);
    const [fireId = ""] = await addFires(database.db, [watchId, nowhere]);
    const resolve = async (host: string) => (host.startsWith("nowhere") ? [] : ["127.0.0.1"]);
    await deliver({ options: loopbackOptions(authority.ca, { resolve }) });
    const fire = await findDelivery(database.db, watchId, fireId);
    if (fire) await queueRedelivery(database.db, fire, "dlv_again");
    await deliver();
    const shown = async (id: string) => {
      const [watch] = await database.db.select().from(watches).where(eq(watches.id, id));
      return (await listDeliveries(database.db, id, 10)).map((delivery) => showDelivery(delivery, watch as Watch));
    };
    const [again, first] = await shown(watchId);
    const inLowerCase = (headers: Record<string, string>) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    [first, again].forEach((delivery, index) => {
      expect(delivery?.request?.body).toBe(received[index]?.body);
      expect(received[index]?.headers).toMatchObject(inLowerCase(delivery?.request?.headers ?? {}));
      expect(delivery?.request?.headers).toHaveProperty("X-Service-Signature");
      expect(delivery?.duration_ms).toBeGreaterThanOrEqual(0);
    });
    expect([first?.request?.body, again?.redelivery_of]).toEqual([again?.request?.body, fireId]);
    expect(await shown(nowhere)).toMatchObject([{ outcome: "dns_error", request: null }]);
    expect(JSON.stringify([again, first])).not.toContain("a-secret-of-some-length");
  });

  test("record each failure with its own kind, and do not delay other hosts", async () => {
    const fastCount = 8;
    const fast = await inbox();
    const hasAllFast = () => fast.received.length === fastCount;
    const waitForFast = async () => {
      while (!hasAllFast()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const moved = await inbox((response) => void response.writeHead(302, { location: fast.urlFor("fast.example.com") }).end());
    const gone = await inbox((response) => void response.writeHead(410).end());
    // The slow receivers answer only after every delivery to the fast one has arrived.
    const held = await inbox(async (response) => {
      await waitForFast();
      response.writeHead(200).end();
    });
    const dripping = await inbox((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("a"), 50);
      response.on("close", () => clearInterval(drip));
    });
    const silent = opened(await startRawTls(certificate, () => undefined));
    const stranger = opened(await startInbox(await (await createAuthority("Another")).issue(["*.example.com"])));
    const targets = [
      ...Array.from({ length: 4 }, () => [held.urlFor("held.example.com"), "answered", 200, null] as const),
      [silent.urlFor("silent.example.com"), "timeout", null, "no answer in time"],
      [dripping.urlFor("dripping.example.com"), "body_too_slow", 200, "answered 200, body not finished in time"],
      [moved.urlFor("moved.example.com"), "answered", 302, null],
      [gone.urlFor("gone.example.com"), "answered", 410, null],
      [stranger.urlFor("stranger.example.com"), "tls_error", null, expect.any(String)],
      [`https://closed.example.com:${await closedPort()}/`, "connection_refused", null, "ECONNREFUSED"],
      ["https://nowhere.example.com/", "dns_error", null, "the name has no address"],
      ["http://plain.example.com/", "unsafe_target", null, "callback_url_must_be_https"],
      ...Array.from({ length: fastCount }, () => [fast.urlFor("fast.example.com"), "answered", 204, null] as const),
    ] as const;
    const watchIds = await addWatches(
      database.db,
      targets.map(([url]) => ({ url })),
    );
    await addFires(database.db, watchIds);
    const resolve = async (host: string) => (host.startsWith("nowhere") ? [] : ["127.0.0.1"]);
    const counts = await deliver({ options: loopbackOptions(authority.ca, { resolve }) });
    expect(counts).toEqual({ sent: targets.length, answered: 4 + 2 + fastCount, failed: 6 });
    expect(await attempts(database.db)).toEqual(
      targets.map(([, outcome, status, detail], index) =>
        expect.objectContaining({ watch_id: watchIds[index], state: "sent", outcome, http_status: status, detail }),
      ),
    );
    expect(hasAllFast()).toBe(true);
  });

  test("are not sent unsigned when the secret cannot be decrypted, and do not stop others", async () => {
    const { received, urlFor } = await inbox();
    const [broken = "", sound = ""] = await addWatches(database.db, [
      { url: urlFor("a.example.com"), sealedSecret: "broken" },
      { url: urlFor("b.example.com"), sealedSecret: "sealed:a-secret" },
    ]);
    await addFires(database.db, [broken, sound]);
    const openSecret = (sealed: string) => {
      if (sealed === "broken") throw new Error("cannot be opened");
      return sealed;
    };
    expect(await deliver({ openSecret })).toEqual({ sent: 2, answered: 1, failed: 1 });
    expect(received.map(({ headers }) => headers["x-service-watch-id"])).toEqual([sound]);
    expect((await attempts(database.db)).map(({ outcome }) => outcome)).toEqual(["unsigned", "answered"]);
  });

  test("are sent up to the fire cap and dropped beyond it", async () => {
    const { received, urlFor } = await inbox();
    const [watchId = ""] = await addWatches(database.db, [{ url: urlFor("a.example.com"), fireCap: 2 }]);
    const fires = await addFires(database.db, [watchId, watchId, watchId, watchId]);
    await deliver();
    expect(deliveryIds(received)).toEqual(fires.slice(0, 2));
    expect((await attempts(database.db)).map(({ state }) => state)).toEqual(["sent", "sent", "dropped", "dropped"]);
    expect(await rowsOf(database.db, sql`select fire_count, status from watches`)).toEqual([{ fire_count: 2, status: "cap_reached" }]);
  });

  test("claimed by a process that died are recorded as lost, never sent, and block nothing", async () => {
    const { received, urlFor } = await inbox();
    const [watchId = ""] = await addWatches(database.db, [{ url: urlFor("a.example.com") }]);
    const [lost = "", next = ""] = await addFires(database.db, [watchId, watchId]);
    expect((await claimDeliveries(database.db, 10, new Date())).map(({ id }) => id)).toEqual([lost]);
    expect(await deliver()).toMatchObject({ sent: 0 });
    expect(await deliver({ clock: () => new Date(Date.now() + 61_000) })).toMatchObject({ sent: 1 });
    expect(deliveryIds(received)).toEqual([next]);
    expect(await attempts(database.db)).toMatchObject([
      { id: lost, state: "lost", fire_count: 1 },
      { id: next, state: "sent", fire_count: 2 },
    ]);
  });
});

describe("slow receivers", () => {
  const HOSTS = 25;
  const SLOW_MS = 300;

  test("get 500 deliveries over several timely runs, at most four at once per host, none twice", async () => {
    let open = new Map<string, number>();
    let mostToOneHost = 0;
    const slow = await inbox(async (response, { headers }) => {
      const host = String(headers.host);
      open.set(host, (open.get(host) ?? 0) + 1);
      mostToOneHost = Math.max(mostToOneHost, open.get(host) ?? 0);
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      open.set(host, (open.get(host) ?? 1) - 1);
      response.writeHead(204).end();
    });
    const watchIds = await addWatches(
      database.db,
      Array.from({ length: 500 }, (_, index) => ({ url: slow.urlFor(`host-${index % HOSTS}.example.com`) })),
    );
    const fires = await addFires(database.db, watchIds);
    const sentPerRun: number[] = [];
    while (slow.received.length < 500) {
      open = new Map();
      const until = performance.now() + 1000;
      sentPerRun.push((await deliver({ mayBegin: () => performance.now() < until })).sent);
    }
    expect(sentPerRun.length).toBeGreaterThan(1);
    expect(sentPerRun.every((sent) => sent > 0)).toBe(true);
    expect(mostToOneHost).toBeLessThanOrEqual(4);
    expect(mostToOneHost).toBeGreaterThan(1);
    expect(deliveryIds(slow.received).toSorted()).toEqual(fires.toSorted());
    expect((await attempts(database.db)).every(({ state, outcome }) => state === "sent" && outcome === "answered")).toBe(true);
  });
});

describe("two senders on one Postgres", () => {
  test("send each fire once, together at most four at once to one host", async () => {
    const shared = await openPg();
    try {
      const { received, urlFor, mostAtOnce } = await inbox(async (response) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        response.writeHead(204).end();
      });
      const watchIds = await addWatches(
        shared.db,
        Array.from({ length: 40 }, () => ({ url: urlFor("one.example.com") })),
      );
      const fires = await addFires(shared.db, [...watchIds, ...watchIds]);
      await Promise.all([1, 2, 3].map(() => deliverDue(shared.db, delivering())));
      expect(deliveryIds(received).toSorted()).toEqual(fires.toSorted());
      expect(mostAtOnce()).toBeLessThanOrEqual(4);
      expect(mostAtOnce()).toBeGreaterThan(1);
    } finally {
      await shared.close();
    }
  });
});
