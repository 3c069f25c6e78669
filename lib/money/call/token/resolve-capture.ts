import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@/db/client";
import { findHoldStatus } from "@/db/queries/money/call/holds";
import { refundHold } from "@/db/queries/money/ledger/refunds";
import { describeError, log } from "@/lib/config/log";

const RETRY_MS = 2000;
const MAX_ATTEMPTS = 150;

/** The answer was not sent, so a charge that did commit is refunded once the database answers again. */
async function refundLater(db: Db, holdId: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await delay(RETRY_MS, undefined, { ref: false });
    try {
      if ((await findHoldStatus(db, holdId)) === "captured") await refundHold(db, holdId, "the answer was not delivered", new Date());
      return;
    } catch (error) {
      log.debug("a charge cannot be looked at yet", { holdId, error: describeError(error) });
    }
  }
  log.error("a charge of unknown outcome was not resolved", { holdId });
}

/** Whether a failed charge was committed after all: the connection can die after the commit. Otherwise throws `failure`. */
export async function resolveCapture(db: Db, holdId: string, failure: unknown): Promise<boolean> {
  try {
    if ((await findHoldStatus(db, holdId)) === "captured") return true;
  } catch {
    void refundLater(db, holdId);
  }
  throw failure;
}
