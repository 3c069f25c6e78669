import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { registerLimiters } from "@/lib/http/limits/limiter";
import { answerApi } from "@/lib/server/api/answer-api";
import { callingWorld } from "../support/money/calling-world";
import { fundedToken } from "../support/money/money";
import { stopPostgresIn } from "../support/stores/postgres";

/** Measures the CPU of tool calls and of the same calls of the API, and prints it as JSON. */

const [folder = ""] = process.argv.slice(2);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const CALLS = Number(process.env.BENCH_CALLS ?? 100);
const ACCOUNTS = 64;

process.env.TEST_RUN_FOLDER = join(folder, "run");
mkdirSync(process.env.TEST_RUN_FOLDER, { recursive: true });
const world = await callingWorld();
const tokens: string[] = [];
for (let index = 0; index < ACCOUNTS; index++) tokens.push((await fundedToken(world.db, 1_000_000)).token);
const all = { isAllowed: true, remaining: 1, resetSeconds: 1 };
registerLimiters(() => ({ take: async () => all, giveBack: async () => undefined }));

let calls = 0;
const bearer = () => ({ authorization: `Bearer ${tokens[calls % ACCOUNTS] ?? ""}` });

async function get(url: string, headers: Record<string, string> = {}): Promise<void> {
  const { status } = await answerApi({ method: "GET", url, headers: { host: "localhost", ...headers }, body: null });
  if (status !== 200) throw new Error(`${url} was answered ${status}`);
}

async function tool(url: string, name: string, given: object, headers: Record<string, string> = {}): Promise<void> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given, _meta } };
  const own = {
    host: "localhost",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": name,
  };
  const answer = await answerApi({
    method: "POST",
    url,
    headers: { ...own, ...headers },
    body: new TextEncoder().encode(JSON.stringify(message)),
  });
  const text = Buffer.from(answer.body ?? "").toString();
  const { result } = JSON.parse(text) as { result?: { isError?: boolean } };
  if (!result || result.isError) throw new Error(`${name} was refused: ${text.slice(0, 300)}`);
}

/** Every paid call differs, because identical ones are refused as a loop. */
const MEASURED: Readonly<Record<string, () => Promise<void>>> = {
  freeApi: () => get("/api/models?capability=tool-use&min_context=200000"),
  freeTool: () => tool("/api/mcp", "find_models", { capability: "tool-use", min_context: 200_000 }),
  paidApi: () => get(`/api/premium/routing?task=code&budget=${1000 + (calls += 1)}`, bearer()),
  paidTool: () => tool("/api/mcp/paid", "best_model", { task: "code", budget: 1000 + (calls += 1) }, bearer()),
};

/** Milliseconds of CPU of one call. */
async function cpuOf(call: () => Promise<void>): Promise<number> {
  const began = process.cpuUsage();
  for (let count = 0; count < CALLS; count++) await call();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / CALLS;
}

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const times = new Map(Object.keys(MEASURED).map((name) => [name, [] as number[]]));
for (const call of Object.values(MEASURED)) await cpuOf(call);
for (let round = 0; round < ROUNDS; round++) for (const [name, call] of Object.entries(MEASURED)) times.get(name)?.push(await cpuOf(call));
process.stdout.write(`${JSON.stringify(Object.fromEntries([...times].map(([name, values]) => [name, median(values)])))}\n`);
await world.close();
await stopPostgresIn(process.env.TEST_RUN_FOLDER);
process.exit(0);
