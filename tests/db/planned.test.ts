import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, expect, test } from "vitest";
import { at, type Db } from "@/db/client";
import { planStatements } from "@/db/embedded/plan-statements";
import { useOwnPlans, planned, type PlannedValues } from "@/db/planned";
import { integer, orNull, text, time } from "@/db/statements";

const engine = planStatements(await PGlite.create());
await engine.exec("set timezone to 'UTC'");
const db = drizzle(engine) as unknown as Db;
useOwnPlans(db, engine);
afterAll(() => engine.close());

interface Values {
  words: string;
  nothing: string | null;
  count: number;
  moment: Date;
}

const echo = planned(
  { words: text, nothing: orNull(text), count: integer, moment: time },
  ({ words, nothing, count, moment }: PlannedValues<Values>) =>
    sql`select ${words}::text as words, ${nothing}::text as nothing, ${count}::int + 1 as count, ${at(moment)} as moment`,
);

const WORDS = [
  "",
  "it's",
  "a \\ backslash",
  "\\'; drop table x; --",
  '$1 $$ %s "quoted"',
  "line\nbreak\ttab",
  "E'x'",
  "日本語 🚀",
  "{a,b}",
];

test("a planned statement of the embedded database gets every value as it was given", async () => {
  const moment = new Date("2026-01-02T03:04:05.678Z");
  for (const words of WORDS) {
    expect(await echo(db, { words, nothing: null, count: -3, moment })).toEqual([{ words, nothing: null, count: -2, moment }]);
  }
});

test("it is planned once, and calls at the same time share the plan", async () => {
  const one = { words: "x", nothing: "y", count: 1, moment: new Date(0) };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => echo(db, { ...one, count })));
  expect(answers.map(([row]) => row?.count)).toEqual(Array.from({ length: 20 }, (_, count) => count + 1));
  const { rows } = await engine.query<{ statement: string }>("select statement from pg_prepared_statements");
  expect(rows).toHaveLength(1);
});

test("a statement that cannot be planned fails each time with its own error", async () => {
  const broken = planned({ n: integer }, ({ n }: PlannedValues<{ n: number }>) => sql`select n from no_such_table where n = ${n}`);
  for (const _ of ["first", "again"]) await expect(broken(db, { n: 1 })).rejects.toThrow(/no_such_table/);
});
