import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../../support/contract/contract-tokens";
import { hasTerminal, runAed } from "../../support/client/run-aed";
import { lacks } from "../../support/lacks";
import { startWorldServer, type WorldServer } from "../../support/server/world-server";

/** Every command against the whole house with the content of a first hour, in a pipe and on a terminal. */

const COLUMNS = 90;
let server: WorldServer;
let folder: string;

beforeAll(async () => {
  server = await startWorldServer();
  folder = mkdtempSync(join(tmpdir(), "aed-transcripts-"));
  mkdirSync(join(folder, "repository"));
  writeFileSync(join(folder, "repository/chat.py"), 'llm = ChatOpenAI(model="gpt-4-0613")\nother = ChatOpenAI(model="gpt-5")\n');
  writeFileSync(join(folder, "usage.jsonl"), '{"model":"claude-opus-4-5","at":"2026-11-20T09:00:00Z","input":1000,"output":10}\n');
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (token: number): Record<string, string> => ({
  AED_BASE_URL: server.baseUrl,
  AED_TOKEN: contractToken(token),
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: folder,
  NO_COLOR: "1",
});

interface Command {
  args: string[];
  /** What its exit code may be besides 0, where the first hour lacks what it asks for. */
  codes?: number[];
}

const COMMANDS: Command[] = [
  { args: ["models"] },
  { args: ["models", "--provider", "anthropic", "--tier", "flagship"] },
  { args: ["model", "claude-opus-4-5"] },
  { args: ["resolve", "gpt5 mini", "azure/gpt-5", "no-such-model-9"] },
  { args: ["best", "code"], codes: [6] },
  { args: ["best", "code", "--top", "3"] },
  { args: ["compare", "claude-opus-4-5", "gpt-5"] },
  { args: ["cost", "claude-opus-4-5", "--input", "1000000", "--output", "1000"] },
  { args: ["bill", "usage.jsonl"], codes: [7] },
  { args: ["status"] },
  { args: ["status", "groq", "openai"] },
  { args: ["news", "--limit", "3"] },
  { args: ["changes", "--limit", "5"] },
  { args: ["retirements", "--within", "400"] },
  { args: ["check", "repository"], codes: [1] },
  { args: ["cve", "CVE-2024-3094"], codes: [5, 7] },
  { args: ["watch"] },
  { args: ["watch", "price", "claude-opus-4-5", "--below", "1", "--url", "https://93.184.215.14/hook", "--dry-run"] },
  { args: ["login", "--stdin"] },
  { args: ["logout"] },
  { args: ["buy", "5"], codes: [4, 7] },
  { args: ["completion", "bash"] },
];

const run = (args: string[], token: number, columns?: number) =>
  runAed(args, { env: environment(token), cwd: folder, input: contractToken(token), ...(columns === undefined ? {} : { columns }) });

describe("in a pipe", () => {
  test.each(COMMANDS)("aed $args is JSON, or an error with a declared exit code", async ({ args, codes = [] }) => {
    const { code, stdout, stderr } = await run(args, 20 + COMMANDS.findIndex((one) => one.args === args));
    expect([0, ...codes], stderr).toContain(code);
    if (args[0] === "completion") return;
    const document = JSON.parse(stdout === "" ? stderr : stdout) as Record<string, unknown>;
    expect(document).toMatchObject({ schema_version: 1, command: expect.any(String) });
    expect(document).toHaveProperty(stdout === "" ? "error" : "data");
  });

  test("a paid answer's receipt is verified on this machine, and one that was changed is not", async () => {
    const paid = await run(["best", "code", "--top", "1"], 80);
    const verify = (input: string) => runAed(["receipt", "verify"], { env: environment(80), input });
    expect((await verify(paid.stdout)).code).toBe(0);
    expect((await verify(paid.stdout.replace('"task":"code"', '"task":"coda"'))).code).toBe(1);
  });
});

describe.skipIf(lacks(!hasTerminal(), "there is no `script` to make a terminal with"))("on a terminal", () => {
  const shown = COMMANDS.filter(({ args }) => !["completion", "login", "buy"].includes(args[0] ?? ""));
  test.each(shown)("aed $args is text without a byte that steers it", async ({ args, codes = [] }) => {
    const { code, stdout } = await run(args, 120 + shown.findIndex((one) => one.args === args), COLUMNS);
    expect([0, ...codes], stdout).toContain(code);
    expect(stdout).not.toMatch(/^\{/);
    expect(stdout).not.toContain("\u001b");
    expect(stdout.trim()).not.toBe("");
  });
});
