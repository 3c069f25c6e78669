import { inTransaction, type Db } from "@/db/client";
import { activateWatch } from "@/db/queries/watches";

/** What the call has drafted becomes real with its charge, or not at all. */
export function chargeDraft(db: Db, reference: string, charge: (tx: Db) => Promise<boolean>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await charge(tx))) return false;
    await activateWatch(tx, reference);
    return true;
  });
}
