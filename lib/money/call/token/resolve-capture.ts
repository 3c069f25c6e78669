import type { Db } from "@/db/client";
import { findHoldStatus } from "@/db/queries/money/call/holds";
import { undoLater } from "./undo-later";

/** Whether a failed charge was committed after all: the connection can die after the commit. Otherwise throws `failure`. */
export async function resolveCapture(db: Db, call: { holdId: string; key: string | null }, failure: unknown): Promise<boolean> {
  try {
    if ((await findHoldStatus(db, call.holdId)) === "captured") return true;
  } catch {
    undoLater(db, call);
  }
  throw failure;
}
