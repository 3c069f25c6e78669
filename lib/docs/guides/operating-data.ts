import { CLOCK_TOLERANCE_MS, SOURCES_NEEDED } from "@/lib/domain/freshness/clock";
import { VERIFY_PATH } from "@/lib/domain/receipts/receipt-link";
import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { receiptLog } from "@/lib/endpoints/receipt/log";
import { jwks } from "../receipt-keys";
import { to } from "./references";

export const dataFolder: DocSection = {
  title: "The data folder",
  blocks: [
    text(
      "The embedded database lives in `DATA_DIR` and has one owner. A second process, also one in another container, is refused with the owner's name. For several processes, or where a power cut must lose nothing, set `DATABASE_URL` to a Postgres.",
    ),
    list(
      "`database.json` records which database it is and how far its ledger goes. A start or a command that finds the database damaged, missing or older than that refuses to go on and names the backup to restore, instead of beginning an empty one.",
      "The folder and everything in it are readable by the service's user only. A start narrows wider permissions and says so.",
      "While its disk has hardly room left, paid calls are refused with 503 `storage_full` and nothing is charged; `disk_low` tells you before that, and health says so. If the database cannot even write its log, the service ends with one sentence and exit code 1; no committed charge is lost.",
      "The journal, receipts and the history of data are kept for ever; the jobs `prune-history` and `sweep-holds` delete what is stored for a limited time. `tests/db/growth.ts` says of every table what makes it grow and what ends it.",
    ),
  ],
};

export const backups: DocSection = {
  title: "Backups",
  blocks: [
    text(
      "The job `back-up-database` writes a backup of the embedded database to `DATA_DIR/backups` every day, and removes the oldest. This backs up either kind of database at any time, while the server goes on:",
    ),
    code("A backup now", "bash", "npm run backup -- create"),
    list(
      "A backup file gets its name only after it was restored into a scratch database, every table was compared, and the ledger was checked.",
      "The file holds rows, not pages, so that a backup of one kind of database restores into the other. That is also the way from one machine to Postgres.",
      "`npm run backup -- restore <file>` refuses a file that is cut or changed, and keeps the replaced database in a folder or a schema that it names.",
      "Backups do not contain the keys of receipts and watches: keep `receipt-signing-key` and `watch-secret-key` of `DATA_DIR` too, or configure them.",
    ),
  ],
};

export const storesAway: DocSection = {
  title: "When a store does not answer",
  blocks: [
    list(
      "A Postgres that sends nothing for some seconds counts as away until it answers a ping. Meanwhile paid calls and previews get 503 with `Retry-After`. Cached free answers and pages are sent whatever their age; `captured_at` says how old.",
      "While Redis does not answer, each process counts rate limits by itself.",
      "The log has one line when a store goes and one when it returns.",
    ),
  ],
};

export const receiptKeys: DocSection = {
  title: "Keys of receipts",
  blocks: [
    text(
      "Without `RECEIPT_SIGNING_KEY` the first start makes a key and keeps it in `DATA_DIR/receipt-signing-key`. Several processes on one Postgres should share a configured key (`openssl rand -base64 32`). Each may also have its own, since every key is entered in the database before it signs.",
    ),
    list(
      `To replace the key, set another or move the file away, and restart. The new key signs; the old one stays in ${to(jwks)} as retired, and its receipts stay valid.`,
      `After a theft replace it at once. What the thief signs cannot enter the log of a published day, so that receipts that ${to(receiptLog)} has already proven stay beyond doubt.`,
      `Anyone can check a receipt offline: [Receipts](/docs/guides/receipts) says how, and [Verify a receipt](${VERIFY_PATH}) does it in a browser.`,
    ),
  ],
};

export const clock: DocSection = {
  title: "The clock",
  blocks: [
    text(
      `The service compares the machine's clock with the time that has passed since the clock was last right, with the clock of Postgres, with the newest ledger entry at the start, and with the median \`Date\` header of at least ${SOURCES_NEEDED} sources, which outweighs the others. While they are more than ${CLOCK_TOLERANCE_MS / 1000} s apart, no job runs, no day of the receipt log is closed, and paid calls are answered free of charge (\`clock_unsure\`) and without a receipt.`,
    ),
    list(
      "Health says which clock disagrees. The service resumes by itself once they agree; where no source can be reached, a corrected clock is believed after a restart.",
      `If a day was closed too early, \`npm run doctor -- repair\` reopens it. The premature head stays in ${to(receiptLog)} under \`superseded\`, its replacement follows when the day is over, and every receipt in the first is in the second too.`,
    ),
  ],
};
