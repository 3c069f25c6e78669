import type { Db } from "@/db/client";
import { listBackupFiles } from "@/db/backup/files";
import { findUnreadableTable } from "@/db/queries/installation";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { env } from "@/lib/config/env";
import { bad, good, type Finding } from "./finding";

/** Reads every table, unlike a start, which reads only what it needs. */
export async function contents(db: Db): Promise<Finding[]> {
  const unreadable = await findUnreadableTable(db);
  const [newest] = listBackupFiles(env().DATA_DIR);
  const restore = newest
    ? `npm run backup -- restore ${newest.path}`
    : "restore a backup that you keep elsewhere: npm run backup -- restore <file>";
  if (unreadable) return [bad("contents", `the table ${unreadable.table} cannot be read: ${unreadable.reason}`, restore)];
  const { faults, transactions } = await checkLedger(db, new Date());
  const ledger = faults[0]
    ? bad("ledger", `the books do not balance: ${faults[0]}`, `npm run ledger -- verify tells every fault; ${restore}`)
    : good("ledger", `${transactions} transactions, the books balance`);
  return [good("contents", "every table can be read"), ledger];
}

export function backups(): Finding {
  const files = listBackupFiles(env().DATA_DIR);
  return good(
    "backups",
    files[0]
      ? `${files.length}, the newest ${files[0].path}`
      : "none yet; the server makes one a day of an embedded database, `npm run backup -- create` makes one now",
  );
}
