import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { AlertChange } from "@/db/queries/alerts/alerts";
import { describeError, log } from "@/lib/config/log";
import { newDeliveryId } from "./alert-body";

/** What is known of an outage outside of the store that is away, for all processes that share a data folder and for the next start. */
const Outage = z.object({ deliveryId: z.string(), at: z.coerce.date(), says: z.string(), isTold: z.boolean() });
type Outage = z.output<typeof Outage>;

export interface WatchedStore {
  name: "database" | "redis";
  /** Rejects, or does not end, while the store is away. */
  ping(): Promise<unknown>;
}

export interface StoreWatch {
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

export const AWAY_MS = 60_000;
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

/** The end of an outage has an id that follows from its beginning, so that several processes note it once. */
const endOf = (outage: Outage, name: string, at: Date): AlertChange => ({
  ...changeOf(outage),
  deliveryId: `${outage.deliveryId}_over`,
  change: "cleared",
  says: `the ${name} answers again; ${outage.says}`,
  at,
});

function outageFile(dataDir: string, name: string) {
  const folder = join(dataDir, "alerts");
  const file = join(folder, `${name}-away.json`);
  const write = (outage: Outage, flag: "w" | "wx") => writeFileSync(file, JSON.stringify(outage), { flag, mode: 0o600 });
  return {
    read: (): Outage | null => (existsSync(file) ? (Outage.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null) : null),
    /** False when another process noted the outage first. */
    begin(outage: Outage): boolean {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        write(outage, "wx");
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw error;
      }
    },
    told: (outage: Outage) => write({ ...outage, isTold: true }, "w"),
    end: () => rmSync(file, { force: true }),
  };
}

/** A check to be made every few seconds: raises after a minute without an answer, and clears with the next answer. */
export function watchStore({
  store,
  dataDir,
  tell,
  note,
  clock,
  steadyMs = () => performance.now(),
  pingMs = PING_MS,
}: StoreWatch): () => Promise<void> {
  const isThere = pinger(() => store.ping(), pingMs);
  const file = outageFile(dataDir, store.name);
  let awaySince: number | null = null;
  /** The outage that this process has to tell: its own, or one that an earlier process could not tell. */
  let mine: string | null = null;

  async function raise(awayMs: number): Promise<void> {
    const says = `the ${store.name} has not answered for ${Math.round(awayMs / 1000)} s`;
    const outage: Outage = { deliveryId: newDeliveryId(), at: clock(), says, isTold: false };
    if (file.begin(outage)) {
      mine = outage.deliveryId;
      log.error("alert raised", { alert: "store_away", subject: hostname(), says });
    }
    const known = file.read();
    if (known && !known.isTold && known.deliveryId === mine && (await tell(changeOf(known)))) file.told(known);
  }

  async function clear(): Promise<void> {
    awaySince = null;
    const outage = file.read();
    if (!outage) return;
    await note([...(outage.isTold ? [] : [changeOf(outage)]), endOf(outage, store.name, clock())]);
    file.end();
    mine = null;
    log.info("alert cleared", { alert: "store_away", subject: hostname(), says: `the ${store.name} answers again` });
  }

  return async () => {
    try {
      if (await isThere()) return await clear();
      awaySince ??= steadyMs();
      const awayMs = steadyMs() - awaySince;
      if (awayMs >= AWAY_MS) await raise(awayMs);
    } catch (error) {
      log.warn("the watch over a store failed", { store: store.name, error: describeError(error) });
    }
  };
}
