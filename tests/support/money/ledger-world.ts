import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { inTransaction, type Db } from "@/db/client";
import { rowsOf } from "../stores/rows-of";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import { AlreadyClaimedError } from "@/lib/money/base/credit-transfer";
import { creditTransaction } from "@/lib/money/base/credit-transaction";
import { books, type Model, type ModelTransfer } from "./ledger-model";
import { fundedAccount, type FundedAccount } from "./paid-calls";

export interface World {
  db: Db;
  accounts: FundedAccount[];
}

const WALLET = "0x00000000000000000000000000000000000000a1";
const CHAIN_ID = 8453;

/** Empties the ledger. The append-only triggers are disabled for this transaction. */
export async function emptyLedger(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const system = await rowsOf<{ id: number; name: string }>(tx, sql`select id::int, name from accounts where kind = 'system'`);
    await tx.execute(
      sql`truncate accounts, tokens, ledger_transactions, ledger_entries, holds, receipts, quotes, quote_amounts, quote_places, observed_transfers, claims, purchases, purchase_disputes restart identity cascade`,
    );
    for (const { id, name } of system) {
      await tx.execute(sql`insert into accounts (id, kind, name, created_at) values (${id}, 'system', ${name}, now())`);
    }
  });
}

export async function openWorld(db: Db, accounts: number, now: Date): Promise<World> {
  await emptyLedger(db);
  const funded: FundedAccount[] = [];
  for (let made = 0; made < accounts; made++) funded.push(await fundedAccount(db, 0, now));
  return { db, accounts: funded };
}

export const fundedOf = (world: World, index: number): FundedAccount => {
  const funded = world.accounts[index];
  if (!funded) throw new Error(`the world has no account ${index}`);
  return funded;
};

export const clock = (model: Model): Date => new Date(model.nowMs);

export const seen = (model: Model, { hash, units, block }: ModelTransfer): SeenTransfer => ({
  chainId: CHAIN_ID,
  txHash: hash,
  logIndex: 0,
  sender: WALLET,
  units,
  blockNumber: block,
  blockHash: `0xb${block}`,
  blockTime: clock(model),
});

export const keyOf = ({ hash }: ModelTransfer) => ({ chainId: CHAIN_ID, txHash: hash, logIndex: 0 });

export async function creditTransfer(
  world: World,
  model: Model,
  transfer: ModelTransfer,
  hooks: { beforeCommit?: () => void } = {},
): Promise<boolean> {
  const { accountId } = fundedOf(world, transfer.account);
  try {
    await inTransaction(world.db, async (tx) => {
      const claimed = {
        chainId: CHAIN_ID,
        txHash: transfer.hash,
        rail: "proof" as const,
        transfers: [seen(model, transfer)],
        signer: WALLET,
        quoteId: null,
        accountId,
        now: clock(model),
      };
      await creditTransaction(tx, claimed);
      hooks.beforeCommit?.();
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyClaimedError) return false;
    throw error;
  }
}

export async function expectAgreement(model: Model, { db, accounts }: World): Promise<void> {
  const { faults, credits, units } = await checkLedger(db, clock(model));
  expect({ faults, credits, units }).toEqual(books(model));
  const rows = await rowsOf<{ id: number; posted: number; held: number }>(
    db,
    sql`select id::int, posted::int, held::int from accounts where kind <> 'system' order by id`,
  );
  expect(rows).toEqual(model.accounts.map((account, index) => ({ id: accounts[index]?.accountId, ...account })));
}
