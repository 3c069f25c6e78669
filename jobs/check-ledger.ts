import { checkLedger as recompute, recordCheck } from "@/db/queries/money/ledger/ledger-check";
import { plural } from "@/lib/domain/pages/format";
import { defineJob } from "./define";

const NAMED_FAULTS = 5;

export const checkLedger = defineJob({
  name: "check-ledger",
  summary: "Recomputes every balance from the journal and compares; fails when the books do not balance",
  cadence: { everyHours: 1, atMinute: 20 },
  writes: [],
  timeoutSeconds: 280,
  async run({ db, now }) {
    const check = await recompute(db, now);
    await recordCheck(db, check);
    if (check.faults.length > 0) {
      throw new Error(
        `the ledger does not balance, ${plural(check.faults.length, "fault")}: ${check.faults.slice(0, NAMED_FAULTS).join("; ")}`,
      );
    }
    return { transactions: check.transactions, accounts: check.accounts };
  },
});
