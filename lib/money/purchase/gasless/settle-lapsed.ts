import type { Db } from "@/db/client";
import { concludeSubmission, listLapsedSubmissions, type Submission } from "@/db/queries/money/purchase/gasless";
import { chainHead } from "../../chain/chain-head";
import { ChainUnavailable } from "../../chain/chain-unavailable";
import { resumeSettlement } from "../../chain/settle-payment";
import { costOfSent } from "../../chain/settlement";
import type { X402 } from "../../chain/x402";

const PER_RUN = 50;

async function concludeOne(
  db: Db,
  x402: X402,
  { asset, payer, nonce, units, validBefore, txHash }: Submission,
  now: Date,
): Promise<boolean> {
  const { latest } = await chainHead(x402.chain);
  if (latest.time < validBefore) return false;
  const settlement = await resumeSettlement(x402, { payer, nonce, value: units });
  if (settlement?.state === "pending") return false;
  const gasGwei = await costOfSent(x402.chain, txHash, settlement);
  const outcome =
    settlement?.state === "settled" ? ({ state: "settled", txHash: settlement.txHash } as const) : ({ state: "failed" } as const);
  await concludeSubmission(db, { asset, payer, nonce }, { ...outcome, gasGwei }, now);
  return true;
}

/**
 * Looks up submissions whose request died. After their expiry nothing can change any more. Returns how
 * many are concluded.
 */
export async function settleLapsed(db: Db, x402: X402, now: Date): Promise<number> {
  let concluded = 0;
  for (const submission of await listLapsedSubmissions(db, now, PER_RUN)) {
    try {
      if (await concludeOne(db, x402, submission, now)) concluded++;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }
  return concluded;
}
