import type { Db } from "@/db/client";
import { listJobs, runNamedJob } from "@/jobs/commands";
import { copyHere } from "./backup/copy-here";
import { resolveDispute, showDisputes } from "@/lib/billing/dispute-commands";
import { grantCredits, refundDebit, showAccount, verifyLedger } from "@/lib/billing/ledger-commands";
import { importTokens, mintForOperator, revokeForOperator, rotateForOperator, showTokens } from "@/lib/billing/token-commands";
import { examineClock, repairClock } from "./clock-commands";

export type Command = (db: Db, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What the command line can ask of whoever owns the database. */
export const commands: Readonly<Record<string, Command>> = {
  "backup.copy": copyHere,
  "clock.examine": examineClock,
  "clock.repair": repairClock,
  "jobs.list": listJobs,
  "jobs.run": runNamedJob,
  "ledger.verify": verifyLedger,
  "ledger.grant": grantCredits,
  "ledger.refund": refundDebit,
  "ledger.show": showAccount,
  "ledger.disputes": showDisputes,
  "ledger.resolve": resolveDispute,
  "tokens.mint": mintForOperator,
  "tokens.list": showTokens,
  "tokens.revoke": revokeForOperator,
  "tokens.rotate": rotateForOperator,
  "tokens.import": importTokens,
  seed: async (db, args) => (await import("@/db/seed/plant")).plantScenario(db, args),
};
