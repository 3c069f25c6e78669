import { sql } from "drizzle-orm";
import { setTimeout as delay } from "node:timers/promises";
import { jobs } from "@/jobs";
import { slotOf } from "@/lib/domain/freshness/cadence";
import { faultsOfLedger } from "../support/money/money";
import { rowsOf } from "../support/stores/rows-of";
import type { Traffic } from "./traffic";
import { CREDITS, type World } from "./world";

export interface Check {
  name: string;
  isMet: boolean;
  says: string;
}

interface Account {
  id: number;
  posted: number;
  held: number;
}

const listAccounts = ({ reading, payers }: World): Promise<Account[]> =>
  reading((db) =>
    rowsOf<Account>(
      db,
      sql`select id::int, posted::int, held::int from accounts where id = any(${`{${payers.map(({ accountId }) => accountId).join(",")}}`}::bigint[])`,
    ),
  );

const SWEPT_WITHIN_MS = 130_000;

/** Holds of killed calls end after a minute, and the sweep that ends them comes each minute. */
async function afterSweep(world: World): Promise<Account[]> {
  const ends = performance.now() + SWEPT_WITHIN_MS;
  for (;;) {
    const accounts = await listAccounts(world);
    if (accounts.every(({ held }) => held === 0) || performance.now() > ends) return accounts;
    await delay(1000);
  }
}

export async function checkCredits(world: World, { charged, unanswered }: Traffic): Promise<Check[]> {
  const accounts = await afterSweep(world);
  const differing = accounts.filter(({ id, posted }) => CREDITS - posted !== (charged.get(id) ?? 0));
  const held = accounts.filter((account) => account.held !== 0);
  const faults = await world.reading(faultsOfLedger);
  const sum = [...charged.values()].reduce((total, credits) => total + credits, 0);
  return [
    {
      name: "charges equal delivered answers",
      isMet: differing.length === 0 && unanswered === 0,
      says: `${sum} credits in ${accounts.length} accounts; differing: ${differing.map(({ id, posted }) => `${id} paid ${CREDITS - posted}, was told ${charged.get(id) ?? 0}`).join("; ") || "none"}; paid questions never answered: ${unanswered}`,
    },
    {
      name: "nothing stays held",
      isMet: held.length === 0,
      says: held.map(({ id, held: credits }) => `${id} holds ${credits}`).join("; ") || "0 credits",
    },
    { name: "the ledger balances", isMet: faults.length === 0, says: faults.join("; ") || "no fault" },
  ];
}

/** The slots of the runs that a process has logged. The table has one row for each slot, whoever ran it. */
export function slotsDone(output: string): string[] {
  return output.split("\n").flatMap((line) => {
    if (!line.includes('"job ended"') || !line.includes('"status":"done"')) return [];
    const { job: name, at, milliseconds } = JSON.parse(line) as { job: string; at: string; milliseconds: number };
    const job = jobs.find((candidate) => candidate.name === name);
    return job ? [`${name} ${slotOf(job.cadence, new Date(Date.parse(at) - milliseconds)).toISOString()}`] : [];
  });
}

export async function checkJobs({ members, reading }: World): Promise<Check[]> {
  const done = members.flatMap((member) => slotsDone(member.output()));
  const twice = done.filter((slot, index) => done.indexOf(slot) !== index);
  const runs = await reading((db) =>
    rowsOf<{ status: string; runs: number }>(db, sql`select status, count(*)::int as runs from job_runs group by status order by status`),
  );
  const ahead = await reading((db) =>
    rowsOf<{ job: string }>(db, sql`select job from job_runs where started_at > now() + interval '1 minute'`),
  );
  return [
    {
      name: "each job slot once",
      isMet: twice.length === 0 && done.length > 0,
      says: `${done.length} runs done; twice: ${twice.join(", ") || "none"}; by outcome: ${runs.map(({ status, runs: count }) => `${count} ${status}`).join(", ")}`,
    },
    { name: "no job ran ahead of time", isMet: ahead.length === 0, says: ahead.map(({ job }) => job).join(", ") || "none" },
  ];
}
