import { rmSync, writeFileSync } from "node:fs";
import type { Db } from "@/db/client";
import { hasCollectedData, findInstalledAt, isSampleDatabase } from "@/db/queries/installation";
import { listSources, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { CommandError } from "@/lib/config/command-error";
import { describeError, log } from "@/lib/config/log";
import { datasets, type DatasetName } from "@/lib/datasets";
import { utcDay } from "@/lib/domain/basics/date-range";
import { liveSources } from "@/lib/domain/freshness/dataset-capture";
import { unfinishedFile } from "../../start/demo-process.mjs";
import { plantScenario } from "../plant";
import { polledPages } from "../polled-pages";
import { lastStateOf } from "./plant";

/** States are trusted for two cadences; the demo polls after one, as the service does. */
const EVERY_MS = datasets.provider_status.cadenceSeconds * 1000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Fills an empty database; one that an earlier demo filled stays as it is. */
async function fill(db: Db, dataDir: string): Promise<void> {
  if (!(await hasCollectedData(db))) {
    say("Making ninety days of sample data, which takes a minute. The next start finds them.");
    writeFileSync(unfinishedFile(dataDir), String(process.pid), { mode: 0o600 });
    await plantScenario(db, { scenario: "demo" });
    return rmSync(unfinishedFile(dataDir));
  }
  if (!(await isSampleDatabase(db))) {
    throw new CommandError(`${dataDir} holds collected data and no demo. Move that folder away, or set DATA_DIR to another one.`);
  }
  say(`Sample data of ${utcDay(await findInstalledAt(db))}, from ${dataDir}. Delete that folder, and the next start makes new ones.`);
}

/** Says of every page and source that it was found now as the planted days left it. Without that a demo would soon be stale. */
export async function bringToPresent(db: Db, now: Date): Promise<void> {
  await storePoll(db, polledPages(lastStateOf), { slot: new Date(Math.floor(now.getTime() / EVERY_MS) * EVERY_MS), now });
  const read = liveSources(await listSources(db)).filter(({ lastFault }) => lastFault === null);
  await recordSourceOutcomes(
    db,
    read.map(({ id, dataset }) => ({ source: id, dataset: dataset as DatasetName, at: now, fault: null })),
  );
}

/** Fills the demo's database where it is empty. Its present stays young until the returned function is called. */
export async function keepDemo(db: Db, dataDir: string): Promise<() => void> {
  await fill(db, dataDir);
  const refresh = () =>
    bringToPresent(db, new Date()).catch((error: unknown) => log.error("the demo stays as old as it is", { error: describeError(error) }));
  await refresh();
  const timer = setInterval(() => void refresh(), EVERY_MS).unref();
  return () => clearInterval(timer);
}
