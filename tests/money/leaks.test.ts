import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mintToken } from "@/lib/money/base/access-token";
import { withoutSecrets } from "@/lib/config/without-secrets";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { leakIn, leaksInDatabase } from "../support/leaks";
import { fundedToken } from "../support/money/money";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

test("finds a token in any column and letter case, but not its hash or its shown characters", async () => {
  const { token } = await fundedToken(database.db, 1);
  expect(await leaksInDatabase(database.db)).toEqual([]);
  await database.db.execute(sql`update accounts set name = ${`note: ${token.toUpperCase()}`} where kind = 'customer'`);
  expect(await leaksInDatabase(database.db)).toEqual([expect.objectContaining({ table: "accounts" })]);
  await database.db.execute(sql`update accounts set name = 'x' where kind = 'customer'`);
});

test("removes the secret of a token from a log line", () => {
  const { token } = mintToken("x", "minted");
  expect(leakIn(`{"token":"${token}"}`)).toBe(token);
  expect(leakIn(withoutSecrets(`{"token":"${token}"}`))).toBeNull();
});
