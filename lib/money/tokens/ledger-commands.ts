import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Db } from "@/db/client";
import { findAccount, findTransaction, listEntries } from "@/db/queries/money/ledger/journal";
import { post, SYSTEM } from "@/db/queries/money/ledger/ledger";
import { checkLedger, recordCheck, type LedgerCheck } from "@/db/queries/money/ledger/ledger-check";
import { refundUsage } from "@/db/queries/money/ledger/refunds";
import { CommandError } from "@/lib/config/command-error";

type Args = Readonly<Record<string, unknown>>;

const MAX_CREDITS = 1_000_000_000;
const LISTED = 50;

export const Credits = z.int("must be a whole number").min(1, "must be at least 1").max(MAX_CREDITS, `must be at most ${MAX_CREDITS}`);
export const Id = z.int("must be a whole number").min(1, "must be at least 1").max(Number.MAX_SAFE_INTEGER);
export const Note = z.string("is needed: say why").trim().min(3, "is needed: say why").max(500, "must be at most 500 characters");

/** Parses arguments of a command line or a socket. The error names the first invalid one as a command-line option. */
export function readArgs<Shape extends z.ZodObject>(shape: Shape, args: Args): z.output<Shape> {
  const result = shape.safeParse(args);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new CommandError(`--${String(issue?.path[0] ?? "")} ${issue?.message ?? "is not valid"}.`);
}

export async function requireAccount(db: Db, id: number): Promise<{ posted: number; held: number }> {
  const account = await findAccount(db, id);
  if (!account || account.kind === "system") {
    throw new CommandError(`There is no account ${id}. \`npm run token -- list\` shows the accounts of tokens.`);
  }
  return account;
}

/** A grant books against sales in credits only, because no money was received. */
export const grantSides = (accountId: number, credits: number) =>
  [
    { accountId: SYSTEM.sales, unit: "credit", amount: -credits },
    { accountId, unit: "credit", amount: credits },
  ] as const;

export async function verifyLedger(db: Db): Promise<LedgerCheck> {
  const check = await checkLedger(db, new Date());
  await recordCheck(db, check);
  return check;
}

export type Grant = Awaited<ReturnType<typeof grantCredits>>;

export async function grantCredits(db: Db, args: Args) {
  const { account, credits, note } = readArgs(z.object({ account: Id, credits: Credits, note: Note }), args);
  await requireAccount(db, account);
  const transaction = await post(
    db,
    { kind: "grant", externalRef: `grant:${randomUUID()}`, note, sides: grantSides(account, credits) },
    new Date(),
  );
  if (transaction === null) throw new Error("a grant of a new name was written before");
  const { posted, held } = await requireAccount(db, account);
  return { transaction, balance: posted - held };
}

/** Gives the credits of a wrong charge back, once. Purchases are non-refundable, so money is never sent back. */
export async function refundDebit(db: Db, args: Args): Promise<{ transaction: number }> {
  const { transaction: id, note } = readArgs(z.object({ transaction: Id, note: Note }), args);
  const found = await findTransaction(db, id);
  if (!found) throw new CommandError(`There is no transaction ${id}. \`npm run ledger -- show --account N\` lists an account's.`);
  if (found.kind === "purchase") {
    throw new CommandError(
      `Transaction ${id} is a purchase, and purchases are non-refundable. A refund gives back the credits of a call that was wrongly charged.`,
    );
  }
  if (found.kind !== "usage") throw new CommandError(`Transaction ${id} is a ${found.kind}: only the charge of a call can be refunded.`);
  const refund = found.reversedBy === null ? await refundUsage(db, found.externalRef, note, new Date()) : null;
  if (refund !== null) return { transaction: refund };
  const by = (await findTransaction(db, id))?.reversedBy;
  throw new CommandError(`Transaction ${id} was refunded before, by transaction ${by}. A charge is given back once.`);
}

export type ShownAccount = Awaited<ReturnType<typeof showAccount>>;

export async function showAccount(db: Db, args: Args) {
  const { account } = readArgs(z.object({ account: Id }), args);
  const { posted, held } = await requireAccount(db, account);
  const entries = await listEntries(db, account, LISTED);
  return {
    balance: posted - held,
    held,
    entries: entries.map(({ transactionId, at, externalRef, ...entry }) => ({
      ...entry,
      transaction: transactionId,
      at: at.toISOString(),
      reference: externalRef,
    })),
  };
}
