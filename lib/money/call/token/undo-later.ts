import type { Db } from "@/db/client";
import { findHoldStatus, releaseUnanswered } from "@/db/queries/money/call/holds";
import { refundHold } from "@/db/queries/money/ledger/refunds";
import { isStoreAway } from "@/db/store/store-state";
import { describeError, log } from "@/lib/config/log";
import { processState } from "@/lib/config/process-state.mjs";
import { MINUTE_MS } from "@/lib/domain/basics/time";

const EVERY_MS = 1000;
/** A statement may make its hold until so long after it was given up. Holds made by then expire. */
const MAKING_MS = MINUTE_MS;
const GIVEN_UP_MS = 5 * MINUTE_MS;

interface Undoing {
  db: Db;
  holdId: string;
  /** The Idempotency-Key that its call had taken. */
  key: string | null;
  since: number;
}

const state = processState<{ calls: Map<string, Undoing>; timer: NodeJS.Timeout | null }>("undoing", () => ({
  calls: new Map(),
  timer: null,
}));

/** Once a hold is released it cannot be captured, so that looking for a charge afterwards misses none. */
async function undo({ db, holdId, key, since }: Undoing): Promise<boolean> {
  if (await releaseUnanswered(db, { holdId, key, now: new Date() })) return true;
  const status = await findHoldStatus(db, holdId);
  if (status === "captured") await refundHold(db, holdId, "the answer was not delivered", new Date());
  return status !== null || performance.now() - since > MAKING_MS;
}

async function undoAll(): Promise<void> {
  if (isStoreAway()) return;
  for (const undoing of state.calls.values()) {
    const isUndone = await undo(undoing).catch((error: unknown) => {
      log.debug("a call cannot be undone yet", { holdId: undoing.holdId, error: describeError(error) });
      return false;
    });
    if (isUndone) state.calls.delete(undoing.holdId);
  }
  for (const { holdId, since } of state.calls.values()) {
    if (performance.now() - since <= GIVEN_UP_MS) continue;
    log.error("a charge of unknown outcome was not resolved", { holdId });
    state.calls.delete(holdId);
  }
}

function wakeLater(): void {
  state.timer ??= setTimeout(() => {
    void undoAll().finally(() => {
      state.timer = null;
      if (state.calls.size > 0) wakeLater();
    });
  }, EVERY_MS).unref();
}

/**
 * Undoes a call whose caller was told that nothing was charged, once the database answers. Its hold
 * ends, or its charge is refunded.
 */
export function undoLater(db: Db, { holdId, key }: { holdId: string; key: string | null }): void {
  if (state.calls.has(holdId)) return;
  state.calls.set(holdId, { db, holdId, key, since: performance.now() });
  wakeLater();
}
