import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeEach, expect, test } from "vitest";
import { planStatements } from "@/db/embedded/plan-statements";

const client = planStatements(await PGlite.create());
afterAll(() => client.close());

beforeEach(async () => {
  await client.exec("drop table if exists notes; create table notes (id int primary key, body text, at timestamptz, seen boolean)");
});

const codeOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => null,
    (error: unknown) => (error as { code?: unknown }).code,
  );

async function planNames(part = ""): Promise<string[]> {
  const [found] = await client.exec(`select name from pg_prepared_statements where statement like '%${part}%'`);
  return (found?.rows ?? []).map((row) => String(row.name));
}

test("a statement has a plan from its second use on, and answers the same with and without one", async () => {
  const insert = "insert into notes values ($1, $2, $3, $4)";
  const bodies = ["plain", "it's", "back\\slash", "E'\\n'", '"quoted"', "$1 $2", "; drop table notes; --", "üñí 漢字 😀", ""];
  for (const [id, body] of bodies.entries()) await client.query(insert, [id, body, "2026-01-02T03:04:05.678Z", id % 2 === 0]);
  await client.query(insert, [bodies.length, null, null, undefined]);
  const read = "select id, body, at, seen from notes where id = $1";
  for (const [id, body] of [...bodies, null].entries()) {
    const expected = body === null ? [id, null, null, null] : [id, body, "2026-01-02 03:04:05.678+00", id % 2 === 0];
    expect((await client.query(read, [id], { rowMode: "array" })).rows).toEqual([expected]);
  }
  const [made] = await client.exec("select count(*)::int as plans from pg_prepared_statements where statement like '%notes%'");
  expect(made?.rows).toEqual([{ plans: 2 }]);
});

test("a long value is given as it is, planned or not", async () => {
  const length = "select length($1::text) as length, count(*) from notes";
  for (const size of [10, 200_000, 200_000, 1_500_000, 10]) {
    expect((await client.query(length, ["é'\\".repeat(size)], { rowMode: "array" })).rows).toEqual([[size * 3, 0]]);
  }
});

test("rows are counted, and given by name or by place as it was asked", async () => {
  const insert = "insert into notes (id) values ($1), ($2)";
  for (const id of [1, 3, 5]) expect((await client.query(insert, [id, id + 1])).affectedRows).toBe(2);
  const read = "select id from notes where id < $1 order by id;";
  for (let time = 0; time < 3; time++) {
    expect((await client.query(read, [3])).rows).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await client.query(read, [3], { rowMode: "array" })).rows).toEqual([[1], [2]]);
  }
});

test("lists, and texts with a null character, are sent as parameters", async () => {
  const read = "select $1::int[] as list";
  for (let time = 0; time < 3; time++) expect((await client.query(read, [[1, 2]])).rows).toEqual([{ list: [1, 2] }]);
  const insert = "insert into notes (id, body) values ($1, $2)";
  for (const id of [1, 2, 3]) await client.query(insert, [id, "whole"]);
  expect(await codeOf(client.query(insert, [4, "cut\0off"]))).toBe("22021");
  expect((await client.query("select count(*)::int as count from notes")).rows).toEqual([{ count: 3 }]);
});

test("a search is planned for its own words each time", async () => {
  const search = "select id from notes where to_tsvector('english', body) @@ websearch_to_tsquery('english', $1)";
  await client.query("insert into notes (id, body) values (1, 'a plan'), (2, 'a statement')");
  for (const [word, id] of [
    ["plan", 1],
    ["statement", 2],
    ["plans", 1],
  ] as const) {
    expect((await client.query(search, [word])).rows).toEqual([{ id }]);
  }
  const [made] = await client.exec("select count(*)::int as plans from pg_prepared_statements where statement like '%websearch%body%'");
  expect(made?.rows).toEqual([{ plans: 0 }]);
});

test("a refused statement names its own fault, and refuses none after it", async () => {
  const insert = "insert into notes (id) values ($1) returning id";
  await client.query(insert, [1]);
  for (let time = 0; time < 3; time++) expect(await codeOf(client.query(insert, [1]))).toBe("23505");
  expect((await client.query(insert, [2])).rows).toEqual([{ id: 2 }]);
  for (let time = 0; time < 4; time++) expect(await codeOf(client.query("select nothing from notes"))).toBe("42703");
  for (let time = 0; time < 4; time++) expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a table that was made anew with other columns is read by a new plan", async () => {
  const read = "select * from notes";
  for (let time = 0; time < 3; time++) await client.query(read);
  await client.exec("drop table notes; create table notes (id int primary key, title text)");
  await client.exec("insert into notes values (7, 'new')");
  for (let time = 0; time < 3; time++) expect((await client.query(read)).rows).toEqual([{ id: 7, title: "new" }]);
});

test("calls at the same time share one plan", async () => {
  const read = "select $1::int + 1000 as sum";
  const asked = Array.from({ length: 50 }, async (_, index) => (await client.query<{ sum: number }>(read, [index])).rows[0]?.sum);
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1000));
});

test("plans that are used no more are given back, and one of a thousand uses is made anew", async () => {
  for (let text = 0; text < 450; text++) {
    for (let time = 0; time < 2; time++) await client.query(`select ${text} as text`);
  }
  expect((await planNames()).length).toBeLessThanOrEqual(201);
  const read = "select count(*)::int as many from notes";
  await client.query(read);
  await client.query(read);
  const before = await planNames("as many from notes");
  expect(before).toHaveLength(1);
  for (let time = 0; time < 1002; time++) await client.query(read);
  expect((await client.query(read)).rows).toEqual([{ many: 0 }]);
  // The old plan is given back when the next one is made.
  const after = await planNames("as many from notes");
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test("within a transaction statements run as they always did", async () => {
  const insert = "insert into notes (id) values ($1)";
  for (const id of [1, 2, 3]) await client.query(insert, [id]);
  const undone = client.transaction(async (tx) => {
    await tx.query(insert, [4]);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect((await client.query("select count(*)::int as count from notes")).rows).toEqual([{ count: 3 }]);
});
