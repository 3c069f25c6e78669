import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/basics/time";
import { ensurePostgres, restartPostgres, stopPostgresIn } from "../support/stores/postgres";
import { runFolder } from "../support/stores/run-folder";
import type { Member } from "./member";
import type { World } from "./world";

const LASTS_MS = 10_000;
/** A request that hangs gives up within a minute. The next poll comes two minutes later, and may meet the next fault. */
const UNTIL_POLLED_MS = 6 * MINUTE_MS;

export interface Fault {
  name: string;
  /** For so long after its end the states of services may be unknown. */
  hidesStatesMs?: number;
  /** Begins the fault, lets it last, and ends it. */
  run(world: World, victim: Member): Promise<void>;
}

const killed: Fault = {
  name: "kill -9 of a process, with restart",
  async run(_, victim) {
    await victim.kill();
    await delay(1000);
    await victim.start();
  },
};

const paused: Fault = {
  name: "SIGSTOP of a process for 10 s",
  async run(_, victim) {
    victim.pause();
    await delay(LASTS_MS);
    victim.resume();
  },
};

const postgresRestarted: Fault = {
  name: "Postgres stopped for 10 s and started again",
  async run() {
    await stopPostgresIn(runFolder());
    await delay(LASTS_MS);
    await restartPostgres();
  },
};

const redisHung: Fault = {
  name: "Redis hung for 10 s",
  async run({ redis }) {
    redis?.hang();
    await delay(LASTS_MS);
    redis?.resume();
  },
};

/** Runs of jobs that begin meanwhile wait for their sources until their time limit. */
const upstreamHung: Fault = {
  name: "every upstream hangs for 60 s",
  hidesStatesMs: UNTIL_POLLED_MS,
  async run({ replayDir }) {
    const [file, draft] = [join(replayDir, "replay.json"), join(replayDir, "replay.draft")];
    const entries: unknown = JSON.parse(readFileSync(file, "utf8"));
    const put = (content: unknown): void => {
      writeFileSync(draft, JSON.stringify(content));
      renameSync(draft, file);
    };
    if (!Array.isArray(entries)) throw new Error("replay.json is not a list");
    put(entries.map((entry: object) => ({ ...entry, delay_ms: 60_000 })));
    await delay(LASTS_MS);
    put(entries);
  },
};

const rpcFailing: Fault = {
  name: "RPC endpoint fails for 10 s",
  async run({ rpc }) {
    rpc?.behave({ kind: "status", status: 502 });
    await delay(LASTS_MS);
    rpc?.behave({ kind: "pass" });
  },
};

/** Postgres ends by itself when it cannot write its log. */
const diskFull: Fault = {
  name: "disk of Postgres full for 10 s",
  async run({ disk }) {
    disk?.fill(0);
    await delay(LASTS_MS);
    disk?.free();
    await ensurePostgres();
  },
};

const clockAhead: Fault = {
  name: "clock of a process 1 h ahead for 10 s",
  async run(_, victim) {
    victim.shiftClock(HOUR_MS);
    await delay(LASTS_MS);
    victim.shiftClock(0);
  },
};

/** The faults that can be had on this machine, and why the others cannot. */
export function possibleFaults({ redis, rpc, disk }: World): { faults: Fault[]; leftOut: string[] } {
  const always = [killed, paused, postgresRestarted, upstreamHung, clockAhead];
  const conditional: [Fault, unknown, string][] = [
    [redisHung, redis, "no redis-server is installed"],
    [rpcFailing, rpc, "npm has no anvil for this machine"],
    [diskFull, disk, "this user may not mount a small disk"],
  ];
  return {
    faults: [...always, ...conditional.filter(([, part]) => part !== null).map(([fault]) => fault)],
    leftOut: conditional.filter(([, part]) => part === null).map(([{ name }, , why]) => `${name}: ${why}`),
  };
}
