import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { BookNames } from "@/lib/client/cli/bill/book-names";
import { OfflinePricing, readBook } from "@/lib/client/cli/bill/price-offline";
import { fieldsOf, usageRows } from "@/lib/client/cli/bill/usage-rows";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import type { Cells } from "@/lib/domain/models/usage/read-cells";
import type { UsageLine } from "@/lib/domain/models/usage/usage-line";
import { runAed } from "../../../support/client/run-aed";
import { startScriptedServer } from "../../../support/client/scripted-server";
import { billFixture, billRows } from "../../../support/models/bill-book";

const fixture = (path: string): string => readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), "utf8");
const NOW = new Date("2026-11-28T12:00:00Z");

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function priced(text: string, size = 7) {
  const pricing = new OfflinePricing(new BookNames(billRows), NOW);
  for await (const rows of usageRows(inChunks(text, size))) pricing.add(rows);
  return pricing.result();
}

async function allRows(text: string, size: number): Promise<Cells[]> {
  const all: Cells[] = [];
  for await (const rows of usageRows(inChunks(text, size))) all.push(...rows);
  return all;
}

const folder = mkdtempSync(join(tmpdir(), "aed-bill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a year that was computed by hand", () => {
  /** The sum of `tests/fixtures/bill/README.md`. */
  const YEAR = { lines: 29, priced: 29, usd: 99.751_310_5 };

  test("has the same sum when it is read in parts", async () => {
    const bill = await priced(billFixture("usage.csv"));
    expect(bill.total).toEqual(YEAR);
    expect(bill.by_model[0]).toMatchObject({ model_id: "anthropic/claude-opus-4-5", usd: 42.25 });
    expect(bill.by_month).toHaveLength(12);
  });

  test("and by the command, which asks nobody", async () => {
    writeFileSync(join(folder, "book.jsonl"), billRows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    writeFileSync(join(folder, "usage.csv"), billFixture("usage.csv"));
    const run = await runAed(["bill", join(folder, "usage.csv"), "--offline", "--book", join(folder, "book.jsonl"), "--lines"]);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    const documents = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(documents).toHaveLength(30);
    expect(documents.at(-1)).toMatchObject({ schema_version: 1, command: "bill", data: { total: YEAR } });
  });

  test("each address has a book of its own, downloaded once a day", async () => {
    const server = await startScriptedServer();
    server.script({
      body: billRows.map((row) => `${JSON.stringify(row)}\n`).join(""),
      headers: { "Content-Type": "application/x-ndjson" },
    });
    const bill = async (baseUrl: string) =>
      (await runAed(["bill", join(folder, "usage.csv"), "--offline"], { env: { AED_BASE_URL: baseUrl, XDG_CACHE_HOME: folder } })).code;
    expect([await bill(server.url), await bill(server.url)]).toEqual([0, 0]);
    expect(server.asked.map(({ target }) => target)).toEqual(["/api/history/prices/book?format=jsonl"]);
    expect(await bill(`${server.url}/other`)).toBe(0);
    expect(server.asked).toHaveLength(2);
    await server.stop();
  });

  test("a file that is not there, and one that is a folder, are told of before any book is read", async () => {
    expect((await runAed(["bill", join(folder, "nothing.csv"), "--offline"])).code).toBe(5);
    const run = await runAed(["bill", folder, "--offline", "--book", join(folder, "book.jsonl")]);
    expect([run.code, JSON.parse(run.stderr).error.code]).toEqual([8, "file_unreadable"]);
    const noBook = await runAed(["bill", join(folder, "usage.csv"), "--offline", "--book", join(folder, "nothing.jsonl")]);
    expect([noBook.code, JSON.parse(noBook.stderr).error.code]).toEqual([5, "file_unreadable"]);
  });

  test("a book that is none is refused", async () => {
    writeFileSync(join(folder, "none.jsonl"), "<html>\n");
    await expect(readBook(join(folder, "none.jsonl"))).rejects.toMatchObject({ code: "book_unreadable" });
  });
});

describe("usage of any form", () => {
  test.each([
    "anthropic-admin-api.json",
    "anthropic-console.csv",
    "ccusage-daily.json",
    "ccusage-codex.json",
    "openai-usage-api.json",
    "openai-completions.csv",
    "openrouter-activity.csv",
    "openrouter-activity-api.json",
  ])("%s is read", async (name) => {
    const { read } = await priced(fixture(`usage/${name}`), 1_000);
    expect(read.format).not.toBe("own");
    expect(read.lines).toBeGreaterThan(0);
    expect(read.ignored).toEqual([]);
  });

  test("has the same rows however its bytes come", async () => {
    const texts = [
      '{"model":"a","input":1}\n{"model":"b","input":2}\n',
      'model,input\n"a, b",1\n"say ""x""",2\n',
      '[{"model":"a"},\n{"model":"b"}]',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.integer({ min: 1, max: 60 }), async (text, size) => {
        expect(await allRows(text, size)).toEqual(await allRows(text, text.length));
      }),
    );
  });

  test("a line that is no JSON is left out by its number, and the others count", async () => {
    const line = '{"model":"openai/gpt-5.6-sol","at":"2026-08-01","input":1000000}';
    const { read, total } = await priced(`${line}\nbroken\n${line}\n`);
    expect(total).toEqual({ lines: 2, priced: 2, usd: 10 });
    expect(read).toMatchObject({ lines: 3, left_out_count: 1, left_out: [{ line: 2 }] });
  });

  test("fields of CSV may hold what divides them", () => {
    expect(fieldsOf('a,"b,c","d""e",,f', ",")).toEqual(["a", "b,c", 'd"e', "", "f"]);
    expect(fieldsOf("a;b;", ";")).toEqual(["a", "b", ""]);
  });
});

describe("a name in the book", () => {
  const row = (provider: string, model: string): BookRow => ({ ...(billRows[0] as BookRow), provider, model });
  const names = new BookNames([
    row("azure", "gpt-5"),
    row("openai", "gpt-5"),
    row("a-host", "odd-1"),
    row("b-host", "odd-1"),
    row("openai", "gpt-5.2"),
  ]);
  const find = (model: string, provider: string | null = null) => {
    const found = names.modelOf({ model, provider } as UsageLine);
    return "reason" in found ? found.reason : found.key;
  };

  test.each([
    ["gpt-5", "openai/gpt-5"],
    ["azure/gpt-5", "azure/gpt-5"],
    ["GPT-5-2", "openai/gpt-5.2"],
    ["gpt-5-2025-08-07", "openai/gpt-5"],
    ["odd-1", "ambiguous_model"],
    ["gpt-6", "model_not_found"],
  ])("%s means %s", (model, meant) => expect(find(model)).toBe(meant));

  test("is the listing that is spelt so, where another differs in how its parts are joined", () => {
    const near = new BookNames([
      row("openrouter", "x/deepseek-r1-free"),
      row("openrouter", "x/deepseek-r1:free"),
      row("openrouter", "odd.2-x"),
    ]);
    const keyed = (model: string) => {
      const found = near.modelOf({ model, provider: null } as UsageLine);
      return "reason" in found ? found.reason : [found.key, found.books[0]?.size];
    };
    expect(keyed("x/deepseek-r1:free")).toEqual(["openrouter/x/deepseek-r1:free", 1]);
    expect(keyed("openrouter/x/deepseek-r1-free")).toEqual(["openrouter/x/deepseek-r1-free", 1]);
    expect(keyed("x/deepseek-r1.free")).toBe("ambiguous_model");
    expect(keyed("odd-2.x")).toEqual(["openrouter/odd.2-x", 1]);
  });

  test("with its provider means that provider's", () => expect(find("gpt-5", "azure")).toBe("azure/gpt-5"));
});
