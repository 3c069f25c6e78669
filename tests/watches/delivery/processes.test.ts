import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf, type Db } from "@/db/client";
import { dbOf, openConnection } from "@/db/connection";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { createAuthority, type Certificate } from "../../support/stores/test-authority";
import { aWatch, deliveriesOf, watchRow } from "../../support/watches/watches";
import { crossings, playStep, PRICE_CHANGES, SCRIPT, SCRIPT_START, STATE_CHANGES } from "../../support/watches/watch-script";
import { startInbox, type WebhookInbox } from "../../support/watches/webhook-receiver";

const root = join(import.meta.dirname, "../../..");
/** A minute, after which a delivery is given up as lost, passes in twelve seconds: more than any delivery may take. */
const SPEED = 5;
const KILLS = 6;

let folder: string;
let certificate: Certificate;
let caFile: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "watch-processes-"));
  const authority = await createAuthority();
  certificate = await authority.issue(["localhost"]);
  caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.ca);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Crew {
  /** What of their output tells of a fault. */
  faults(): string[];
  /** Ends the one that sent this as a power cut would, and puts another in its place. */
  kill(worker: string): void;
  end(): void;
}

/** Instances that know nothing of each other but the database; each says by its name who it is. */
function hire(size: number, url: string): Crew {
  const workers = new Map<string, ChildProcess>();
  const epoch = String(Date.now());
  let output = "";
  let hired = 0;
  function hireOne(): void {
    const name = `worker-${++hired}`;
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
    const child = spawn(process.execPath, ["--import", "tsx", "tests/support/watches/watch-worker.ts", url, epoch, String(SPEED)], {
      cwd: root,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    workers.set(name, child);
  }
  for (let one = 0; one < size; one++) hireOne();
  return {
    faults: () => output.split("\n").filter((line) => line !== "" && line !== "ready"),
    kill(worker) {
      if (!workers.get(worker)?.kill("SIGKILL")) return;
      workers.delete(worker);
      hireOne();
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

/** Watches whose fires the script foretells, the capped one only up to its cap. */
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
    ...many.map((watch) => ({ watch, foretold: PRICE_CHANGES as readonly (readonly unknown[])[] })),
    { watch: await on({ spec: { ...price, op: "lt", threshold: 5 } }), foretold: crossings(5) },
    { watch: await on({ spec: { ...price, op: "changes" }, fireCap: 4 }), foretold: PRICE_CHANGES },
    { watch: await on({ spec: { ...price, op: "lt", threshold: 5 }, fireCap: 1 }), foretold: crossings(5) },
    { watch: await on({ spec: { ...status, op: "changes" }, ...onStatus, subjects: ["anthropic"] }), foretold: STATE_CHANGES },
    {
      watch: await on({ spec: { ...status, op: "becomes", value: "down" }, ...onStatus, subjects: ["anthropic"] }),
      foretold: STATE_CHANGES.filter(([, to]) => to === "down"),
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
  for (const { watch, foretold } of watched) {
    const fires = await deliveriesOf(db, watch.id);
    const row = await watchRow(db, watch.id);
    // An ended watch is evaluated no more: what it foretells ends at some point after its cap.
    expect(fires.map(({ match }) => fromTo(match))).toEqual(foretold.slice(0, row.status === "active" ? foretold.length : fires.length));
    const counted = fires.filter(({ state }) => state !== "dropped");
    expect(counted).toHaveLength(Math.min(foretold.length, watch.fireCap));
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

describe.each([2, 3])("%i processes on one Postgres, killed at random while they evaluate and deliver", (size) => {
  it("per watch no fire beyond the cap, each event once, none missing but those in flight at a kill, which are recorded as lost", async () => {
    const database = await createPostgresDatabase();
    const connection = await openConnection({ driver: "pg", url: database.url }, "");
    const db = dbOf(connection);
    let crew: Crew | null = null;
    let kills = 0;
    let requests = 0;
    const inbox = await startInbox(certificate, async (response, { headers }) => {
      // Killed between what it sent and the answer: received, and never recorded.
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
      crew = hire(size, database.url);
      const isOver = async () => (await stepOf(db)) === SCRIPT.length && (await countOpen(db)) === 0;
      for (let rounds = 0; !(await isOver()); rounds++) {
        // Also between a send and the next, wherever that finds them.
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
  }, 400_000);
});
