import { z } from "zod";
import { inTransaction, type Db } from "@/db/client";
import { openAccount, post } from "@/db/queries/money/ledger/ledger";
import { addToken, isTokenKnown, listTokens } from "@/db/queries/money/tokens/tokens";
import { isPrintable, TOKEN_NAME_LENGTH, tokenState } from "@/lib/domain/money/token-limits";
import { CommandError } from "@/lib/config/command-error";
import { tokenMark } from "../base/access-token";
import { endAccount, replaceToken, revokeWithDescendants } from "./account-tokens";
import { noteKnownToken } from "../base/token-memory";
import { Credits, grantSides, Id, readArgs, requireAccount } from "./ledger-commands";

type Args = Readonly<Record<string, unknown>>;

const Name = z
  .string("is needed")
  .trim()
  .min(1, "is needed")
  .max(TOKEN_NAME_LENGTH, `must be at most ${TOKEN_NAME_LENGTH} characters`)
  .refine(isPrintable, "must have no control characters");

/** The stored part of a token. The token itself never leaves the process that shows it. */
const Stored = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), head: z.string().min(1).max(8), tail: z.string().max(8) });
export type StoredToken = z.infer<typeof Stored>;

const MintArgs = z.object({ name: Name, stored: Stored, credits: Credits.optional(), account: Id.optional() });

export type MintedToken = Awaited<ReturnType<typeof mintForOperator>>;

export async function mintForOperator(db: Db, args: Args) {
  const { name, stored, credits, account } = readArgs(MintArgs, args);
  const now = new Date();
  if (account !== undefined) await requireAccount(db, account);
  else if (credits === undefined) throw new CommandError("--credits is needed: how many the new account starts with.");
  const minted = await inTransaction(db, async (tx) => {
    const owner = account ?? (await openAccount(tx, { name, now }));
    if (credits !== undefined) {
      await post(
        tx,
        { kind: "grant", externalRef: `grant:mint:${stored.hash}`, note: `minted with token "${name}"`, sides: grantSides(owner, credits) },
        now,
      );
    }
    const id = await addToken(tx, owner, { ...stored, name, origin: "minted" }, now);
    const { posted, held } = await requireAccount(tx, owner);
    return { id, account: owner, balance: posted - held };
  });
  noteKnownToken(stored.hash);
  return minted;
}

export type ShownToken = Awaited<ReturnType<typeof showTokens>>[number];

export async function showTokens(db: Db) {
  const now = new Date();
  return (await listTokens(db)).map((token) => ({
    id: token.id,
    account: token.accountId,
    mark: token.origin === "imported" ? `${token.head}...${token.tail}` : tokenMark(token),
    name: token.name,
    origin: token.origin,
    created: token.createdAt.toISOString(),
    state: tokenState(token, now),
    revoked: token.revokedAt?.toISOString() ?? null,
    balance: token.spendable,
  }));
}

const unknownToken = (id: number): CommandError =>
  new CommandError(`There is no token ${id} that is in use. \`npm run token -- list\` shows them.`);

export type OperatorRevocation = Awaited<ReturnType<typeof revokeForOperator>>;

/** Ends a token with its descendants, or with `account` all tokens and sessions of an account. */
export async function revokeForOperator(db: Db, args: Args): Promise<{ balance: number; ended: number[] }> {
  const { id, account } = readArgs(z.object({ id: Id.optional(), account: Id.optional() }), args);
  if (account !== undefined) await requireAccount(db, account);
  const now = new Date();
  const revoked = account === undefined ? await revokeWithDescendants(db, id ?? 0, now) : await endAccount(db, account, now);
  if (revoked === null) throw unknownToken(id ?? 0);
  return { balance: revoked.balance, ended: revoked.ended.map((token) => token.id) };
}

export async function rotateForOperator(db: Db, args: Args): Promise<void> {
  const { id, stored } = readArgs(z.object({ id: Id, stored: Stored }), args);
  const replacing = await inTransaction(db, (tx) => replaceToken(tx, id, { ...stored, name: "", origin: "rotated" }, new Date()));
  if (replacing === null) throw unknownToken(id);
  noteKnownToken(stored.hash);
}

const Imported = z.object({ stored: Stored, balance: z.int().min(0), created: z.iso.datetime().nullable() });
export type ImportedToken = z.infer<typeof Imported>;

function importOne(db: Db, { stored, balance, created }: ImportedToken, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (await isTokenKnown(tx, stored.hash)) return false;
    const createdAt = created === null ? now : new Date(created);
    const accountId = await openAccount(tx, { name: "imported", now: createdAt });
    const transaction = await post(
      tx,
      { kind: "import", externalRef: `import:${stored.hash}`, sides: grantSides(accountId, balance) },
      now,
    );
    if (transaction === null) throw new Error("an import of a token that is not known was written before");
    await addToken(tx, accountId, { ...stored, name: "imported", origin: "imported" }, createdAt);
    return true;
  });
}

export type ImportResult = Awaited<ReturnType<typeof importTokens>>;

/** Imports tokens from before the ledger, each into an account of its own with its old balance. Idempotent. */
export async function importTokens(db: Db, args: Args) {
  const { tokens } = readArgs(z.object({ tokens: z.array(Imported).max(1000) }), args);
  const now = new Date();
  let imported = 0;
  for (const token of tokens) {
    if (!(await importOne(db, token, now))) continue;
    noteKnownToken(token.stored.hash);
    imported += 1;
  }
  return { imported, known: tokens.length - imported };
}
