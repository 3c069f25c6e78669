import { hostname } from "node:os";
import type { AlertChange } from "@/db/queries/alerts/alerts";
import { describeError, log } from "@/lib/config/log";
import { MINUTE_MS } from "@/lib/domain/basics/time";
import { formatSeconds } from "@/lib/domain/pages/format";
import { newDeliveryId } from "./alert-body";
import { outageFile, type Outage, type OutageFile } from "./outage-file";

export interface WatchedStore {
  name: "database" | "redis";
  /** Rejects, or does not end, while the store is away. */
  ping(): Promise<unknown>;
}

export interface OutageWatch {
  store: WatchedStore;
  dataDir: string;
  /** Tells the operator at once, since the outbox may be what is away. True when it was told. */
  tell(change: AlertChange): Promise<boolean>;
  /** Puts changes into the outbox, once per delivery id. */
  note(changes: readonly AlertChange[]): Promise<void>;
  clock(): Date;
  /** Milliseconds of a clock that nobody sets. */
  steadyMs?: () => number;
  /** How long an answer is waited for. */
  pingMs?: number;
}

export const AWAY_MS = MINUTE_MS;
const PING_MS = 5000;

/** At most one ping is under way, because each one of a hanging store keeps a connection. */
function pinger(ping: () => Promise<unknown>, pingMs: number): () => Promise<boolean> {
  let underway: Promise<boolean> | null = null;
  return () => {
    underway ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (underway = null));
    return Promise.race([underway, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), pingMs).unref())]);
  };
}

const changeOf = ({ deliveryId, at, says }: Outage): AlertChange => ({
  deliveryId,
  kind: "store_away",
  subject: hostname(),
  change: "raised",
  says,
  at,
});

/** The end's id follows from the outage's beginning, so that several processes note the end once. */
const endOf = (outage: Outage, name: string, at: Date): AlertChange => ({
  ...changeOf(outage),
  deliveryId: `${outage.deliveryId}_over`,
  change: "cleared",
  says: `the ${name} answers again; ${outage.says}`,
  at,
});

/** What one process knows of a store besides the outage's file. */
interface Watching extends OutageWatch {
  file: OutageFile;
  /** The outage that this process noted first, which it has to tell. */
  mine: string | null;
}

async function raise(watching: Watching, awayMs: number): Promise<void> {
  const { store, file, clock, tell } = watching;
  const says = `the ${store.name} has not answered for ${formatSeconds(Math.round(awayMs / 1000))}`;
  const outage: Outage = { deliveryId: newDeliveryId(), at: clock(), says, isTold: false };
  if (file.begin(outage)) {
    watching.mine = outage.deliveryId;
    log.error("alert raised", { alert: "store_away", subject: hostname(), says });
  }
  const known = file.read();
  if (known && !known.isTold && known.deliveryId === watching.mine && (await tell(changeOf(known)))) file.told(known);
}

/** An outage whose beginning could not be told is told now, before its end. */
async function clear(watching: Watching): Promise<void> {
  const { store, file, clock, note } = watching;
  const outage = file.read();
  if (!outage) return file.end();
  await note([...(outage.isTold ? [] : [changeOf(outage)]), endOf(outage, store.name, clock())]);
  file.end();
  watching.mine = null;
  log.info("alert cleared", { alert: "store_away", subject: hostname(), says: `the ${store.name} answers again` });
}

/**
 * Returns a check to make every few seconds. It raises after a minute without an answer, and clears
 * with the next answer.
 */
export function watchOutages(watch: OutageWatch): () => Promise<void> {
  const { store, dataDir, steadyMs = () => performance.now(), pingMs = PING_MS } = watch;
  const isThere = pinger(() => store.ping(), pingMs);
  const watching: Watching = { ...watch, file: outageFile(dataDir, store.name), mine: null };
  let awaySince: number | null = null;
  return async () => {
    try {
      if (await isThere()) {
        awaySince = null;
        return await clear(watching);
      }
      awaySince ??= steadyMs();
      const awayMs = steadyMs() - awaySince;
      if (awayMs >= AWAY_MS) await raise(watching, awayMs);
    } catch (error) {
      log.warn("the watch over a store failed", { store: store.name, error: describeError(error) });
    }
  };
}
