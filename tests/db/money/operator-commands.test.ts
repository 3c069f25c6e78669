import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { rowsOf } from "../../support/stores/rows-of";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken, mintToken, tokenRow } from "@/lib/money/base/access-token";
import { grantCredits, refundDebit, showAccount, verifyLedger } from "@/lib/money/tokens/ledger-commands";
import {
  importTokens,
  mintForOperator,
  revokeForOperator,
  rotateForOperator,
  showTokens,
  type StoredToken,
} from "@/lib/money/tokens/token-commands";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { chargedCall } from "../../support/money/paid-calls";

const storedOf = (token: string): StoredToken => {
  const { hash, head, tail } = tokenRow(token, "", "minted");
  return { hash, head, tail };
};
const fresh = () => {
  const { token } = mintToken("", "minted");
  return { token, stored: storedOf(token) };
};

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const holderOf = (token: string) => findTokenHolder(database.db, hashToken(token), new Date());

  describe("tokens", () => {
    test.each(["a\u0000b", "a\u001b[2J", "a\nb", "a\u0085b"])("a name that terminals would obey is refused: %j", async (name) => {
      const minting = mintForOperator(database.db, { name, credits: 1, stored: fresh().stored });
      await expect(minting).rejects.toThrow("must have no control characters");
    });

    test("a minted token spends its credits, and a second token shares the account", async () => {
      const [first, second] = [fresh(), fresh()];
      const { account, balance } = await mintForOperator(database.db, { name: "ci", credits: 40, stored: first.stored });
      expect(balance).toBe(40);
      expect(await mintForOperator(database.db, { name: "staging", account, stored: second.stored })).toMatchObject({
        account,
        balance: 40,
      });
      await chargedCall(database.db, { token: first.token, credits: 3 });
      expect(await holderOf(second.token)).toMatchObject({ accountId: account, posted: 37, name: "staging" });
      expect((await showTokens(database.db)).map(({ name, balance: shown }) => [name, shown])).toEqual([
        ["staging", 37],
        ["ci", 37],
      ]);
    });

    test("a rotated token ends when the new one begins, and a revoked one stays revoked", async () => {
      const [old, next] = [fresh(), fresh()];
      const { id } = await mintForOperator(database.db, { name: "rotating", credits: 7, stored: old.stored });
      await rotateForOperator(database.db, { id, stored: next.stored });
      expect([await holderOf(old.token), (await holderOf(next.token))?.posted]).toEqual([null, 7]);
      await expect(rotateForOperator(database.db, { id, stored: fresh().stored })).rejects.toThrow(
        `There is no token ${id} that is in use.`,
      );
      const { tokenId } = (await holderOf(next.token)) ?? { tokenId: 0 };
      expect(await revokeForOperator(database.db, { id: tokenId })).toEqual({ balance: 7, ended: [tokenId] });
      await expect(revokeForOperator(database.db, { id: tokenId })).rejects.toThrow(`There is no token ${tokenId} that is in use.`);
    });

    test("imported tokens keep format, balance and date with one transaction each, and a second import changes nothing", async () => {
      const tokens = [
        { stored: storedOf("tk-2025-legacy-000001"), balance: 49, created: "2025-05-01T10:00:00.000Z" },
        { stored: storedOf("a.very.different/format=="), balance: 0, created: null },
      ];
      expect(await importTokens(database.db, { tokens })).toEqual({ imported: 2, known: 0 });
      expect(
        await importTokens(database.db, { tokens: [...tokens, { stored: storedOf("tk-2025-legacy-000003"), balance: 1, created: null }] }),
      ).toEqual({ imported: 1, known: 2 });
      expect(await holderOf("tk-2025-legacy-000001")).toMatchObject({ posted: 49, tokenCreatedAt: new Date("2025-05-01T10:00:00.000Z") });
      expect(await holderOf("a.very.different/format==")).toMatchObject({ posted: 0 });
      expect(await rowsOf(database.db, sql`select count(*)::int as imports from ledger_transactions where kind = 'import'`)).toEqual([
        { imports: 3 },
      ]);
      await chargedCall(database.db, { token: "tk-2025-legacy-000001" });
      expect((await holderOf("tk-2025-legacy-000001"))?.posted).toBe(48);
    });

    test("the database never contains a token itself", async () => {
      const { token, stored } = fresh();
      await mintForOperator(database.db, { name: "secret", credits: 1, stored });
      await importTokens(database.db, { tokens: [{ stored: storedOf("tk-short-16-char"), balance: 1, created: null }] });
      const [rows] = await rowsOf<{ all: string }>(
        database.db,
        sql`select (select jsonb_agg(t) from tokens t)::text || (select jsonb_agg(t) from ledger_transactions t)::text as all`,
      );
      for (const secret of [token, token.slice("aed_live_".length), "tk-short-16-char"]) expect(rows?.all).not.toContain(secret);
    });
  });

  describe("the ledger", () => {
    test("verifies, grants, shows, and refunds the charge of a call once", async () => {
      const { token, stored } = fresh();
      const { account } = await mintForOperator(database.db, { name: "books", credits: 10, stored });
      expect(await grantCredits(database.db, { account, credits: 5, note: "for the trouble" })).toMatchObject({ balance: 15 });
      await chargedCall(database.db, { token, credits: 4 });
      const shown = await showAccount(database.db, { account });
      expect(shown).toMatchObject({ balance: 11, held: 0 });
      expect(shown.entries.map(({ kind, credits, note }) => [kind, credits, note])).toEqual([
        ["usage", -4, null],
        ["grant", 5, "for the trouble"],
        ["grant", 10, 'minted with token "books"'],
      ]);
      const [usage, grant] = shown.entries.map(({ transaction }) => transaction) as [number, number];
      const refund = await refundDebit(database.db, { transaction: usage, note: "wrong data" });
      await expect(refundDebit(database.db, { transaction: usage, note: "again" })).rejects.toThrow(
        `Transaction ${usage} was refunded before, by transaction ${refund.transaction}.`,
      );
      await expect(refundDebit(database.db, { transaction: refund.transaction, note: "of a refund" })).rejects.toThrow(
        "is a refund: only the charge of a call can be refunded",
      );
      await expect(refundDebit(database.db, { transaction: grant, note: "of a gift" })).rejects.toThrow(
        "is a grant: only the charge of a call can be refunded",
      );
      expect((await showAccount(database.db, { account })).balance).toBe(15);
      expect((await verifyLedger(database.db)).faults).toEqual([]);
    });

    test("refuses to refund a purchase", async () => {
      const [purchase] = await rowsOf<{ id: number }>(
        database.db,
        sql`insert into ledger_transactions (kind, at, external_ref) values ('purchase', now(), 'purchase:test') returning id::int`,
      );
      const refund = refundDebit(database.db, { transaction: purchase?.id, note: "I want it back" });
      await expect(refund).rejects.toThrow(/is a purchase, and purchases are non-refundable/);
      await database.db
        .execute(sql`insert into purchases (account_id, chain_id, tx_hash, log_index, sender, units, credits, block_number, transaction_id, confirmed_at)
        select max(id), 8453, '0x', 0, '0x', 0, 0, 1, ${purchase?.id}, now() from accounts`);
      await database.db.execute(
        sql`insert into observed_transfers (chain_id, tx_hash, log_index, sender, units, block_number, block_hash, block_time, claimed_units, observed_at) values (8453, '0x', 0, '0x', 0, 1, '0x', now(), 0, now())`,
      );
    });

    test.each([
      [{ account: 1, credits: 0, note: "nothing" }, "--credits must be at least 1."],
      [{ account: 1, credits: 1.5, note: "a half" }, "--credits must be a whole number."],
      [{ account: 1, credits: 5 }, "--note is needed: say why."],
      [{ account: -2, credits: 5, note: "to the system" }, "--account must be at least 1."],
      [{ account: 999_999, credits: 5, note: "to nobody" }, "There is no account 999999."],
    ])("refuses the grant %j", async (args, message) => {
      await expect(grantCredits(database.db, args)).rejects.toThrow(message);
    });
  });

  test("leaves balanced books", async () => {
    expect((await checkLedger(database.db, new Date())).faults).toEqual([]);
  });
});
