import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/base/access-token";
import { startControl } from "@/lib/server/cli/control";
import { readTokensFile } from "@/lib/server/cli/read-tokens-file";
import { openEmbedded, type TestDatabase } from "../support/stores/embedded-database";
import { runScript } from "../support/server/server";

/** The command line beside a server that owns the embedded database. Every command goes through its socket. */

let folder: string;
let opened: TestDatabase;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "operator-"));
  opened = await openEmbedded();
  stop = await startControl(folder, opened.db);
});
afterAll(async () => {
  await stop();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const token = (...args: string[]) => runScript("lib/server/cli/token-cli.ts", { DATA_DIR: folder }, args);
const ledger = (...args: string[]) => runScript("lib/server/cli/ledger-cli.ts", { DATA_DIR: folder }, args);
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const holderOf = (text: string) => findTokenHolder(opened.db, hashToken(text), new Date());

test("mints a token and shows it only once", async () => {
  const minted = /^(aed_live_[0-9a-f]{64})$/m.exec(await token("mint", "--credits", "25", "--name", "nightly"))?.[1] ?? "";
  expect(await holderOf(minted)).toMatchObject({ name: "nightly", posted: 25 });
  const listed = await token("list");
  expect(listed).toMatch(/nightly +minted +25 +\S+ +in use/);
  expect(listed).not.toContain(minted);
});

test("imports a file of old tokens in batches, and the books balance", async () => {
  const lines = Array.from({ length: 450 }, (_, index) =>
    JSON.stringify({ token: `old-token-number-${String(index).padStart(6, "0")}`, balance: index, created: "2025-05-01T10:00:00Z" }),
  );
  expect(await token("import", "--file", file("old.jsonl", lines.join("\n")))).toContain("450 tokens imported, 0 were known");
  expect((await holderOf("old-token-number-000449"))?.posted).toBe(449);
  expect(await ledger("verify")).toContain("The books balance.");
});

test("explains a failed command and exits with 1", async () => {
  await expect(token("revoke", "4711")).rejects.toThrow(/ended with 1:\nThere is no token 4711 that is in use\./);
});

test("reads JSON lines and CSV with blank lines, quotes, a byte order mark and repeated tokens", () => {
  const entries = [
    ["a-fresh-old-token-1", 49, "2025-05-01T00:00:00.000Z"],
    ["a-fresh-old-token-2", 0, null],
  ];
  const csv = readTokensFile(
    file("old.csv", '\uFEFFtoken,balance,created\n"a-fresh-old-token-1",49,2025-05-01\n\na-fresh-old-token-2,0,\na-fresh-old-token-2,0,\n'),
  );
  const json = readTokensFile(
    file(
      "new.jsonl",
      '{"token":"a-fresh-old-token-1","balance":49,"created":"2025-05-01"}\r\n\r\n{"token":"a-fresh-old-token-2","balance":"0"}\n',
    ),
  );
  for (const read of [csv, json]) {
    expect(read.map(({ stored, balance, created }) => [stored.hash, balance, created])).toEqual(
      entries.map(([text, ...rest]) => [hashToken(String(text)), ...rest]),
    );
  }
});

test.each([
  [
    "a balance twice",
    '{"token":"a-fresh-old-token-1","balance":1}\n{"token":"a-fresh-old-token-1","balance":2}',
    /Line 2: this token is in the file twice/,
  ],
  ["half a credit", '{"token":"a-fresh-old-token-2","balance":1.5}', /Line 1: balance must be a whole number/],
  ["a debt", '{"token":"a-fresh-old-token-2","balance":-1}', /Line 1: balance must not be negative/],
  [
    "the future",
    '{"token":"a-fresh-old-token-3","balance":1,"created":"2999-01-01T00:00:00Z"}',
    /Line 1: created must not lie in the future/,
  ],
  ["a short token", "token,balance\na-fresh-old,5\n", /Line 2: token must be 16 to 200 visible ASCII characters/],
  ["a token with a space", 'token,balance\n"a-fresh-old token-here",5\n', /Line 2: token must be/],
  ["no entries", "token,balance\n", /has no entries/],
  ["half a line", '{"token":"a-fresh-old-token-4', /Line 1 is not JSON/],
  ["ragged rows", "token,balance\na-fresh-old-token-5,5,6\n", /The file is not CSV/],
])("refuses a file with %s, without showing a token", (name, text, fault) => {
  const messageOf = (): string => {
    try {
      readTokensFile(file("faulty", text));
    } catch (error) {
      return (error as Error).message;
    }
    return `${name} was read`;
  };
  expect(messageOf()).toMatch(fault);
  expect(messageOf()).not.toContain("a-fresh-old");
});
