import { z } from "zod";
import { inTransaction, type Db } from "@/db/client";
import { findDispute, listOpenDisputes } from "@/db/queries/money/purchase/disputes";
import { CommandError } from "@/lib/config/command-error";
import { Id, Note, readArgs } from "../tokens/ledger-commands";
import { decideDispute } from "./purchase-disputes";

export type ShownDispute = Awaited<ReturnType<typeof showDisputes>>[number];

export async function showDisputes(db: Db) {
  const open = await listOpenDisputes(db);
  return open.map(({ id, openedAt, txHash, payer, accountId, heldCredits }) => ({
    dispute: id,
    openedAt: openedAt.toISOString(),
    txHash,
    payer,
    account: accountId,
    heldCredits,
  }));
}

const DecisionArgs = z.object({ dispute: Id, for: z.enum(["payer", "memo"], "is `payer` or `memo`"), note: Note });

export async function resolveDispute(db: Db, args: Readonly<Record<string, unknown>>): Promise<{ dispute: number; for: "payer" | "memo" }> {
  const { dispute: id, for: outcome, note } = readArgs(DecisionArgs, args);
  const dispute = await findDispute(db, id);
  if (!dispute) throw new CommandError(`There is no dispute ${id}. \`npm run ledger -- disputes\` lists those that wait.`);
  if (await inTransaction(db, (tx) => decideDispute(tx, dispute, { outcome, note, now: new Date() }))) return { dispute: id, for: outcome };
  const { resolvedAt, outcome: before } = (await findDispute(db, id)) ?? dispute;
  if (resolvedAt) throw new CommandError(`Dispute ${id} was resolved before (${before}, ${resolvedAt.toISOString()}).`);
  throw new CommandError(
    `The block of transaction ${dispute.txHash} has left the chain, so there is nothing to give. Resolve the dispute once it is back.`,
  );
}
