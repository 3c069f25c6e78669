import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mintToken } from "@/lib/money/tokens/access-token";
import { withoutSecrets } from "@/lib/config/log";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { leakIn, leaksInDatabase } from "../support/leaks";
import { fundedToken } from "../support/money/money";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

test("a token in any column, in any case, is found; its hash and what is shown of it are not", async () => {
  const { token } = await fundedToken(database.db, 1);
  expect(await leaksInDatabase(database.db)).toEqual([]);
  await database.db.execute(sql`update accounts set name = ${`note: ${token.toUpperCase()}`} where kind = 'customer'`);
  expect(await leaksInDatabase(database.db)).toEqual([expect.objectContaining({ table: "accounts" })]);
  await database.db.execute(sql`update accounts set name = 'x' where kind = 'customer'`);
});

test("a token that someone writes to the log leaves without its secret", () => {
  const { token } = mintToken("x", "minted");
  expect(leakIn(`{"token":"${token}"}`)).toBe(token);
  expect(leakIn(withoutSecrets(`{"token":"${token}"}`))).toBeNull();
});
