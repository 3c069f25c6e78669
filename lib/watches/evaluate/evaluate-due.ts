import { inTransaction, type Db } from "@/db/client";
import { lockDueWatches, saveSeen, type DueType, type DueWatch, type SeenOf } from "@/db/queries/watches/model-watches";
import { queueFires } from "@/db/queries/watches/watch-deliveries";
import type { WatchMatch } from "@/lib/domain/watches/watch-body";
import { newDeliveryId } from "../watch-secret";

const BATCH = 200;

interface Evaluated<Type extends DueType> {
  id: string;
  seen: SeenOf[Type];
  matches: readonly WatchMatch[];
}

interface DueRun {
  /** Names the state of the data, with the day where days count. */
  version: string;
  now: Date;
  signal: AbortSignal;
}

/** Evaluates each watch of a type once for a version of the data; resolves with the number of fires. */
export async function evaluateDue<Type extends DueType>(
  db: Db,
  type: Type,
  { version, now, signal }: DueRun,
  evaluate: (tx: Db, due: readonly DueWatch<Type>[]) => Promise<readonly Evaluated<Type>[]>,
): Promise<number> {
  for (let fired = 0; ;) {
    signal.throwIfAborted();
    const count = await inTransaction(db, async (tx) => {
      const due = await lockDueWatches(tx, type, { version, limit: BATCH, now });
      if (due.length === 0) return null;
      const results = await evaluate(tx, due);
      const fires = results.flatMap(({ id, matches }) =>
        matches.map((match) => ({ id: newDeliveryId(), watchId: id, firedAt: now, match })),
      );
      await queueFires(tx, fires);
      await saveSeen(tx, type, results, version);
      return fires.length;
    });
    if (count === null) return fired;
    fired += count;
  }
}
