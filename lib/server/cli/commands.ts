import type { Db } from "@/db/client";
import { listJobs, runNamedJob } from "./job-commands";
import { resolveDispute, showDisputes } from "@/lib/money/purchase/dispute-commands";
import { grantCredits, refundDebit, showAccount, verifyLedger } from "@/lib/money/tokens/ledger-commands";
import { importTokens, mintForOperator, revokeForOperator, rotateForOperator, showTokens } from "@/lib/money/tokens/token-commands";
import { examineClock, repairClock } from "./clock-commands";
import { resolve } from "node:path";
import { copyDatabaseFolder } from "@/db/backup/copy-folder";
import { CommandError } from "@/lib/config/command-error";
import { examineServer } from "../start/examine-server";
import { connection } from "@/db/database";
import { env } from "@/lib/config/env";

/** The process that owns the embedded database copies it; the caller removes the copy. */
async function copyDatabase(): Promise<{ copy: string }> {
  const opened = await connection();
  if (opened.driver !== "pglite") throw new CommandError("Only the embedded database lies in a folder that can be copied.");
  return { copy: resolve(await copyDatabaseFolder(opened.client, env().DATA_DIR)) };
}

export type Command = (db: Db, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

export const commands: Readonly<Record<string, Command>> = {
  "backup.copy": copyDatabase,
  "clock.examine": examineClock,
  "clock.repair": repairClock,
  "doctor.examine": examineServer,
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
  seed: async (db, args) => (await import("../seed/plant")).plantScenario(db, args),
};
