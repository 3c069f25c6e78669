import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { dbOf, openConnection } from "@/db/connection";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { capture, fundedAccount, reserveFor } from "../../support/money/paid-calls";
import { rowsOf } from "../../support/stores/rows-of";

const now = new Date("2026-05-15T12:00:00Z");
const ROUNDS = 20;
const ACCOUNTS = 12;

test("two servers whose shared statements name the same accounts in opposite order charge every call once", async () => {
  const database = await createPostgresDatabase(false);
  const connections = [
    await openConnection({ driver: "pg", url: database.url }, ""),
    await openConnection({ driver: "pg", url: database.url }, ""),
  ];
  const [first, second] = connections.map(dbOf);
  if (!first || !second) throw new Error("two servers are needed");
  const accounts = [];
  for (let count = 0; count < ACCOUNTS; count++) accounts.push(await fundedAccount(first, ROUNDS, now));
  const call = async (db: typeof first, { token }: { token: string }) => {
    const held = await reserveFor(db, { token, now });
    return held?.isHeld ? capture(db, held.holdId, now) : false;
  };
  const charged = [];
  // Each account can pay for half of its calls.
  for (let round = 0; round < ROUNDS; round++) {
    charged.push(
      ...(await Promise.all([...accounts.map((one) => call(first, one)), ...accounts.toReversed().map((one) => call(second, one))])),
    );
  }
  expect(charged.filter(Boolean)).toHaveLength(ROUNDS * ACCOUNTS);
  const left = await rowsOf(first, sql`select distinct posted::int, held::int from accounts where id > 0`);
  expect(left).toEqual([{ posted: 0, held: 0 }]);
  expect((await checkLedger(first, now)).faults).toEqual([]);
  await Promise.all(connections.map((connection) => connection.close()));
  await database.drop();
});
