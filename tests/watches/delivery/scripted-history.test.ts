import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDue } from "@/jobs/deliver-webhooks/deliver-webhooks";
import { evaluateWatches } from "@/jobs/evaluate-watches";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { createAuthority } from "../../support/stores/test-authority";
import { aWatch } from "../../support/watches/watches";
import { crossings, playStep, PRICE_CHANGES, SCRIPT, SCRIPT_START, STATE_CHANGES } from "../../support/watches/watch-script";
import { loopbackOptions } from "../../support/watches/webhook-options";
import { startInbox, type Received, type WebhookInbox } from "../../support/watches/webhook-receiver";

const SECRET = "shared with the receiver only";
const HOST = "receiver.example.com";
const price = { type: "price", model: "claude-a", field: "inputPrice" } as const;
const status = { type: "status", provider: "anthropic" } as const;

let database: TestDatabase;
let inbox: WebhookInbox;
let ca: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const authority = await createAuthority();
  ca = authority.ca;
  inbox = await startInbox(await authority.issue([HOST]));
});
afterAll(async () => {
  await inbox.close();
  await database.close();
});

interface Message {
  event: string;
  watch_id: string;
  delivery_id: string;
  fire_count: number;
  match: { from: unknown; to: unknown };
}

const flat = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Received messages, each verified with both signature schemes. */
function verified(received: readonly Received[]): Message[] {
  const webhook = new Webhook(Buffer.from(SECRET), { format: "raw" });
  return received.map((one) => {
    expect(one.headers["x-service-signature"]).toBe(`sha256=${createHmac("sha256", SECRET).update(one.body).digest("hex")}`);
    const message = webhook.verify(one.body, flat(one)) as Message;
    expect([
      one.headers["x-service-delivery"],
      one.headers["webhook-id"],
      one.headers["x-service-watch-id"],
      one.headers["x-service-event"],
    ]).toEqual([message.delivery_id, message.delivery_id, message.watch_id, "watch.fire"]);
    return message;
  });
}

const evaluate = async (now: Date): Promise<void> => {
  const { signal } = new AbortController();
  const unused = () => Promise.reject(new Error("this job sends no requests"));
  await evaluateWatches.run({ db: database.db, http: { get: unused, measure: unused }, now, signal, log: () => undefined });
};
/** Each sending of the script is a minute after the one before. A host gets ten a minute of one account. */
const BETWEEN_MS = 61_000;
let delivered = 0;
const began = Date.now();
const deliver = () => {
  const at = new Date(began + BETWEEN_MS * delivered++);
  return deliverDue(database.db, {
    options: loopbackOptions(ca),
    openSecret: (sealed) => sealed.replace("sealed:", ""),
    clock: () => at,
    mayBegin: () => true,
  });
};

test("a receiver gets exactly the fires of a scripted history, in order, each verified with the standardwebhooks package and a plain HMAC", async () => {
  const [first] = SCRIPT;
  if (first) await playStep(database.db, first, 0);
  const on = (over: Parameters<typeof aWatch>[1]) =>
    aWatch(database.db, {
      callbackUrl: inbox.urlFor(HOST),
      callbackHost: HOST,
      sealedSecret: `sealed:${SECRET}`,
      createdAt: SCRIPT_START,
      expiresAt: new Date(Date.now() + 86_400_000),
      subjects: ["anthropic/claude-a"],
      lastValue: 6,
      ...over,
    });
  const onStatus = { subjects: ["anthropic"], lastValue: null, lastStates: { anthropic: "operational" } } as const;
  const foretold = new Map<string, readonly (readonly unknown[])[]>([
    [(await on({ spec: { ...price, op: "changes" } })).id, PRICE_CHANGES],
    [
      (await on({ spec: { ...price, op: "lt", threshold: 5 } })).id,
      [
        [6, 4],
        [7, 3],
        [5, 4.5],
        [8, 2],
        [6, 4],
        [9, 1],
        [5.5, 3.5],
      ],
    ],
    [
      (await on({ spec: { ...price, op: "gt", threshold: 5 } })).id,
      [
        [4, 7],
        [4.5, 8],
        [2, 6],
        [4, 9],
        [1, 5.5],
      ],
    ],
    [
      (await on({ spec: { ...price, op: "lt", threshold: 5 }, fireCap: 3 })).id,
      [
        [6, 4],
        [7, 3],
        [5, 4.5],
      ],
    ],
    [
      (await on({ spec: { ...status, op: "changes" }, ...onStatus, subjects: ["anthropic"] })).id,
      [
        ["operational", "down"],
        ["down", "operational"],
        ["operational", "degraded"],
        ["degraded", "operational"],
        ["operational", "down"],
        ["down", "degraded"],
        ["degraded", "operational"],
        ["operational", "down"],
      ],
    ],
    [
      (await on({ spec: { ...status, op: "becomes", value: "down" }, ...onStatus, subjects: ["anthropic"] })).id,
      [
        ["operational", "down"],
        ["operational", "down"],
        ["operational", "down"],
      ],
    ],
  ]);
  expect([...foretold.values()][1]).toEqual(crossings(5));
  expect([...foretold.values()][4]).toEqual(STATE_CHANGES);

  for (const [number, step] of SCRIPT.entries()) {
    await playStep(database.db, step, number);
    // Several steps pass between two evaluations.
    if (number % 3 === 2) await evaluate(new Date(SCRIPT_START.getTime() + number * 120_000));
    if (number % 4 === 3) await deliver();
  }
  await evaluate(new Date(SCRIPT_START.getTime() + 3_600_000));
  await deliver();
  await deliver();

  const messages = verified(inbox.received);
  for (const [watchId, expected] of foretold) {
    const mine = messages.filter(({ watch_id }) => watch_id === watchId);
    expect(mine.map(({ match }) => [match.from, match.to])).toEqual(expected);
    expect(mine.map(({ fire_count }) => fire_count)).toEqual(expected.map((_, index) => index + 1));
  }
  expect(messages).toHaveLength([...foretold.values()].flat().length);
});
