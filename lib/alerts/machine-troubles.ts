import { hostname } from "node:os";
import type { Db } from "@/db/client";
import { freeBytes } from "@/db/embedded/storage";
import { consultClock } from "@/db/queries/clock";
import { DISK_LOW_BYTES, type AlertKind, type Trouble } from "@/lib/domain/alerts/alerts";
import { inMegabytes } from "@/lib/domain/basics/bytes";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import type { Evaluation } from "./note-changes";

function diskTroubles(folder: string, machine: string): Trouble[] {
  const free = freeBytes(folder);
  if (free === null || free >= DISK_LOW_BYTES) return [];
  return [{ kind: "disk_low", subject: machine, says: `${inMegabytes(free)} are left for ${folder}` }];
}

async function clockTroubles(db: Db, machine: string): Promise<Trouble[]> {
  const doubt = await consultClock(db);
  return doubt === null ? [] : [{ kind: "clock_off", subject: machine, says: describeDoubt(doubt) }];
}

const OF_A_MACHINE: ReadonlySet<string> = new Set<AlertKind>(["disk_low", "clock_off"]);

/** What is wrong with this machine, which only its own processes can tell. */
export async function machineTroubles(db: Db, dataDir: string, machine = hostname()): Promise<Evaluation> {
  return {
    troubles: [...diskTroubles(dataDir, machine), ...(await clockTroubles(db, machine))],
    covers: ({ kind, subject }) => OF_A_MACHINE.has(kind) && subject === machine,
  };
}
