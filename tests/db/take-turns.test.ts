import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { takeTurns } from "@/db/take-turns";

const client = takeTurns(await PGlite.create());
afterAll(() => client.close());

test("yields to the event loop during a long chain of statements", async () => {
  let turns = 0;
  let isWatching = true;
  const watch = (): void => {
    turns += 1;
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  await client.transaction(async (tx) => {
    for (let index = 0; index < 20; index += 1) await tx.query("select sum(n) from generate_series(1, 100000) as n");
  });
  isWatching = false;
  expect(turns).toBeGreaterThan(2);
});
