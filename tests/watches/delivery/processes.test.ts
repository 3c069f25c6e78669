import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { dbOf, openConnection } from "@/db/connection";
import { inTier } from "../../support/lacks";
import { programOf } from "../../support/server/program";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { createAuthority, type Certificate } from "../../support/stores/test-authority";
import { aWatch, deliveriesOf, watchRow } from "../../support/watches/watches";
import { crossings, playStep, PRICE_CHANGES, SCRIPT, SCRIPT_START, STATE_CHANGES } from "../../support/watches/watch-script";
import { startInbox, type WebhookInbox } from "../../support/watches/webhook-receiver";

const root = join(import.meta.dirname, "../../..");
/** Deliveries count as lost after twelve seconds here instead of a minute. That is still longer than any takes. */
const SPEED = 5;
const KILLS = inTier(1, 6);

let folder: string;
let certificate: Certificate;
let caFile: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "watch-processes-"));
  program = await programOf("tests/support/watches/watch-worker.ts");
  const authority = await createAuthority();
  certificate = await authority.issue(["localhost"]);
  caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.ca);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface WorkerGroup {
  /** Lines of their output that report a fault. */
  faults(): string[];
  /** Kills the process that sent this request with SIGKILL and starts another. */
  kill(worker: string): void;
  end(): void;
}

/** Processes that share only the database; each identifies itself by its name. */
function startWorkers(size: number, url: string): WorkerGroup {
  const workers = new Map<string, ChildProcess>();
  const epoch = String(Date.now());
  let output = "";
  let started = 0;
  function startWorker(): void {
    const name = `worker-${++started}`;
    const variables: NodeJS.ProcessEnv = {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SITE_NAME: name,
      DATA_DIR: join(folder, name),
      LOG_LEVEL: "error",
      WATCH_ALLOW_PRIVATE: "true",
      NODE_EXTRA_CA_CERTS: caFile,
      WATCH_SECRET_KEY: "A".repeat(43),
      RECEIPT_SIGNING_KEY: process.env.RECEIPT_SIGNING_KEY,
    };
    const child = spawn(process.execPath, [program, url, epoch, String(SPEED)], {
      cwd: root,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    workers.set(name, child);
  }
  for (let one = 0; one < size; one++) startWorker();
  return {
    faults: () => output.split("\n").filter((line) => line !== "" && line !== "ready"),
    kill(worker) {
      if (!workers.get(worker)?.kill("SIGKILL")) return;
      workers.delete(worker);
      startWorker();
    },
    end() {
      for (const child of workers.values()) child.kill("SIGKILL");
    },
  };
}

const countOpen = async (db: Db): Promise<number> =>
  (await rowsOf<{ open: number }>(db, sql`select count(*)::int as open from watch_deliveries where state in ('pending', 'sending')`))[0]
    ?.open ?? 0;
const stepOf = async (db: Db): Promise<number> => (await rowsOf<{ step: number }>(db, sql`select step from script`))[0]?.step ?? 0;

/** Watches with the fires that the script predicts, up to the fire cap. */
async function watchTheScript(db: Db, url: string) {
  const on = (over: Parameters<typeof aWatch>[1]) =>
    aWatch(db, {
      callbackUrl: url,
      callbackHost: "localhost",
      createdAt: SCRIPT_START,
      lastValue: 6,
      subjects: ["anthropic/claude-a"],
      ...over,
    });
  const price = { type: "price", model: "claude-a", field: "inputPrice" } as const;
  const status = { type: "status", provider: "anthropic" } as const;
  const onStatus = { subjects: ["anthropic"], lastValue: null, lastStates: { anthropic: "operational" } } as const;
  const many = await Promise.all(Array.from({ length: 8 }, () => on({ spec: { ...price, op: "changes" } })));
  return [
    ...many.map((watch) => ({ watch, expected: PRICE_CHANGES as readonly (readonly unknown[])[] })),
    { watch: await on({ spec: { ...price, op: "lt", threshold: 5 } }), expected: crossings(5) },
    { watch: await on({ spec: { ...price, op: "changes" }, fireCap: 4 }), expected: PRICE_CHANGES },
    { watch: await on({ spec: { ...price, op: "lt", threshold: 5 }, fireCap: 1 }), expected: crossings(5) },
    { watch: await on({ spec: { ...status, op: "changes" }, ...onStatus, subjects: ["anthropic"] }), expected: STATE_CHANGES },
    {
      watch: await on({ spec: { ...status, op: "becomes", value: "down" }, ...onStatus, subjects: ["anthropic"] }),
      expected: STATE_CHANGES.filter(([, to]) => to === "down"),
    },
  ];
}

const fromTo = (match: unknown): unknown => [(match as { from: unknown }).from, (match as { to: unknown }).to];

async function expectKept(
  db: Db,
  watched: Awaited<ReturnType<typeof watchTheScript>>,
  inbox: WebhookInbox,
): Promise<{ sent: number; lost: number }> {
  const arrived = inbox.received.map(
    ({ body }) => JSON.parse(body) as { delivery_id: string; watch_id: string; fire_count: number; match: unknown },
  );
  expect(arrived.map(({ delivery_id }) => delivery_id).toSorted()).toEqual(
    [...new Set(arrived.map(({ delivery_id }) => delivery_id))].toSorted(),
  );
  const totals = { sent: 0, lost: 0 };
  for (const { watch, expected } of watched) {
    const fires = await deliveriesOf(db, watch.id);
    const row = await watchRow(db, watch.id);
    // An ended watch is not evaluated, so its predicted fires end somewhere after its cap.
    expect(fires.map(({ match }) => fromTo(match))).toEqual(expected.slice(0, row.status === "active" ? expected.length : fires.length));
    const counted = fires.filter(({ state }) => state !== "dropped");
    expect(counted).toHaveLength(Math.min(expected.length, watch.fireCap));
    expect(counted.map(({ fireCount }) => fireCount)).toEqual(counted.map((_, index) => index + 1));
    expect(row.fireCount).toBe(counted.length);
    expect(row.status).toBe(counted.length === watch.fireCap ? "cap_reached" : "active");
    const mine = arrived.filter(({ watch_id }) => watch_id === watch.id);
    expect(mine.map(({ fire_count }) => fire_count)).toEqual(mine.map(({ fire_count }) => fire_count).toSorted((a, b) => a - b));
    for (const { id, state, outcome, httpStatus, match } of counted) {
      const own = mine.find(({ delivery_id }) => delivery_id === id);
      if (own) expect(fromTo(own.match)).toEqual(fromTo(match));
      if (state === "sent") expect([outcome, httpStatus, own !== undefined]).toEqual(["answered", 204, true]);
      else expect(state).toBe("lost");
      totals[state === "sent" ? "sent" : "lost"] += 1;
    }
    for (const { id, state } of fires) if (state === "dropped") expect(mine.some(({ delivery_id }) => delivery_id === id)).toBe(false);
  }
  return totals;
}

describe.each(inTier([3], [2, 3]))("%i processes on one Postgres, killed at random while they evaluate and deliver", (size) => {
  test("send each event once and no fire beyond the cap; only those in flight at a kill are missing, and recorded as lost", async () => {
    const database = await createPostgresDatabase();
    const connection = await openConnection({ driver: "pg", url: database.url }, "");
    const db = dbOf(connection);
    let crew: WorkerGroup | null = null;
    let kills = 0;
    let requests = 0;
    const inbox = await startInbox(certificate, async (response, { headers }) => {
      // Killed between sending and recording: received, but never recorded.
      if (kills < KILLS && ++requests % 9 === 0) {
        kills += 1;
        crew?.kill(/^(worker-\d+)-Webhook/.exec(String(headers["user-agent"]))?.[1] ?? "");
      }
      await delay(Math.random() * 30);
      response.writeHead(204).end();
    });
    try {
      const [first] = SCRIPT;
      if (first) await playStep(db, first, 0);
      await db.execute(sql`create table script as select 1 as step`);
      const watched = await watchTheScript(db, inbox.urlFor("localhost"));
      crew = startWorkers(size, database.url);
      const isOver = async () => (await stepOf(db)) === SCRIPT.length && (await countOpen(db)) === 0;
      for (let rounds = 0; !(await isOver()); rounds++) {
        // Kills at random moments too, not only during a delivery.
        if (rounds % 15 === 14 && kills < KILLS) crew.kill(`worker-${1 + Math.floor(Math.random() * (size + kills))}`);
        await delay(100);
      }
      const { sent, lost } = await expectKept(db, watched, inbox);
      expect(kills).toBe(KILLS);
      expect(lost).toBeGreaterThan(0);
      expect(lost).toBeLessThan(sent);
      expect(crew.faults()).toEqual([]);
    } finally {
      crew?.end();
      await inbox.close();
      await connection.close();
      await database.drop();
    }
  });
});
