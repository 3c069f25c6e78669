import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@/db/client";
import { findHoldStatus } from "@/db/queries/money/call/holds";
import { undoUsage } from "@/db/queries/money/ledger/refunds";
import { describeError, log } from "@/lib/config/log";

const LOOK_AGAIN_MS = 2000;
const LOOKED_AT = 150;

/** The answer was not sent: what was taken for it after all is given back once the database can be asked. */
async function giveBackLater(db: Db, holdId: string): Promise<void> {
  for (let round = 0; round < LOOKED_AT; round++) {
    await delay(LOOK_AGAIN_MS, undefined, { ref: false });
    try {
      if ((await findHoldStatus(db, holdId)) === "captured") await undoUsage(db, holdId, "the answer was not delivered", new Date());
      return;
    } catch (error) {
      log.debug("a charge cannot be looked at yet", { holdId, error: describeError(error) });
    }
  }
  log.error("a charge of unknown outcome was not resolved", { holdId });
}

/** A charge whose statement failed may have been carried out: the connection can die after the commit. */
export async function resolveCapture(db: Db, holdId: string, failure: unknown): Promise<boolean> {
  try {
    if ((await findHoldStatus(db, holdId)) === "captured") return true;
  } catch {
    void giveBackLater(db, holdId);
  }
  throw failure;
}
