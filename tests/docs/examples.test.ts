import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guides } from "@/lib/docs/guides";
import { docAt } from "@/lib/docs/pages/doc-at";
import { operationsOf } from "@/lib/docs/pages/operations";
import { thisSite } from "@/lib/docs/pages/this-site";
import { problemsOf } from "@/lib/docs/problems";
import type { CodeLanguage, Doc } from "@/lib/domain/pages/docs/doc";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { startGateway, type Gateway } from "../agent/gateway";
import { contractToken } from "../support/contract/contract-tokens";
import { startInterpreter, type Interpreter } from "../support/server/interpreter";
import { startWorldServer, type WorldServer } from "../support/server/world-server";

/** Every call in the documentation is made as it stands there. The server has the content of a first hour. */

const run = promisify(execFile);
const METRICS_TOKEN = "metrics-token-of-the-documentation-01";
const BASE = "http://localhost:3000";
const site = { ...thisSite(), baseUrl: BASE };

let gateway: Gateway;
let server: WorldServer;
let folder: string;
let calls = 0;

beforeAll(async () => {
  gateway = await startGateway();
  folder = mkdtempSync(join(tmpdir(), "docs-examples-"));
  server = await startWorldServer({ PUBLIC_BASE_URL: gateway.url, TRUSTED_PROXY: "127.0.0.0/8", METRICS_TOKEN });
  gateway.forwardTo(server.port, undefined, () => `203.0.113.${(calls += 1) % 250}`);
});
afterAll(async () => {
  await server?.stop();
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What is shown for an address of the site, with that of the test's server in its place. */
const here = (text: string): string => text.replaceAll(BASE, gateway.url);

const codesOf = (doc: Doc | null, language: CodeLanguage): { label: string; text: string }[] =>
  (doc?.sections ?? []).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "code" && block.language === language ? [block] : [])),
  );

/** A token of its own for each call, since some of them end it. */
const exampleVariables = () => ({
  TOKEN: contractToken((calls += 1)),
  TX_HASH: `0x${"ab".repeat(32)}`,
  MEMO: "aed-0123456789abcdef0123456789abcdef",
  SIGNED_PAYMENT: "e30=",
  CRON_SECRET: "none",
});
const environment = () => ({ ...process.env, ...exampleVariables() });

/** Status and body of the last curl of a script. */
async function curled(script: string): Promise<{ status: number; body: string }> {
  const asked = here(script).replace(/\bcurl /g, "curl -sS -w '\\n%{http_code}' ");
  const { stdout } = await run("bash", ["-ec", asked], { env: environment(), cwd: folder, timeout: 60_000 });
  const at = stdout.trimEnd().lastIndexOf("\n");
  return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, Math.max(0, at)) };
}

const operations = operationsOf(site).map((operation): [string, typeof operation] => [operation.title, operation]);
/** Codes of a fault of ours, which no documented call may be answered with. */
const FAULTS_OF_OURS: readonly string[] = [
  "internal_error",
  "schema_validation_failure",
  "unavailable",
  "deadline_exceeded",
  "upstream_failure",
];

/**
 * True for answers without what the world's first hour lacks. That is somebody's transfer, wallet or
 * delivery, and a chain. The operation declares the code of such an answer.
 */
function isDeclared(endpoint: AnyEndpoint, status: number, body: string): boolean {
  if (status === 200) return true;
  const { error } = JSON.parse(body) as { error: string };
  const declared: readonly string[] = problemsOf(endpoint).get(status) ?? [];
  return declared.includes(error) && !FAULTS_OF_OURS.includes(error);
}

describe("the curl of", () => {
  test.each(operations)("%s is answered as declared", async (_, operation) => {
    const [{ text } = { text: "" }] = codesOf(docAt(site, ["api", operation.id]), "bash");
    for (const line of text.split("\n").filter((one) => one.startsWith("curl "))) {
      const { status, body } = await curled(
        operation.endpoint.path === "/api/metrics" ? line.replace("curl ", `curl -H "Authorization: Bearer ${METRICS_TOKEN}" `) : line,
      );
      expect(isDeclared(operation.endpoint, status, body), `${line}\n${status} ${body.slice(0, 300)}`).toBe(true);
      const isRead = operation.endpoint.method === "GET" && operation.endpoint.params === undefined;
      if (isRead) expect(status, body.slice(0, 300)).toBe(200);
    }
  });
});

describe.each([
  ["javascript", "export const result = response.status;"],
  ["python", "result = 200"],
] as const)("the %s sample of", (language, end) => {
  let interpreter: Interpreter;
  beforeAll(() => void (interpreter = startInterpreter(language)));
  afterAll(() => interpreter.stop());

  const plain = operations.filter(([, { endpoint }]) => endpoint.params === undefined && endpoint.path !== "/api/metrics");
  const answered = plain.filter(([, { endpoint }]) => endpoint.method === "GET" || /buy-credits|watches/.test(endpoint.path));
  test.each(answered)("%s runs and is answered", async (_, operation) => {
    const [{ text } = { text: "" }] = codesOf(docAt(site, ["api", operation.id]), language);
    expect(text).not.toBe("");
    expect(await interpreter.run(`${here(text)}\n${end}`, exampleVariables())).toBe("200");
  });
});

/** Commands of an operator's machine, and what only stands for a value. */
const IS_LOCAL = /^(npm|docker|export) /m;
/**
 * Calls in the guides that no test can make. They need a transfer on the chain, a signed payment, or a
 * scheduler's secret.
 */
const REFUSED: readonly [RegExp, number[]][] = [
  [/X-Payment-Tx/, [503]],
  [/PAYMENT-SIGNATURE/, [400, 402]],
  [/tx_hash/, [200, 202, 400, 404, 409, 503]],
  [/CRON_SECRET/, [401]],
  [/max_price=cheap/, [400]],
  [/watches\/wat_\w+\/test/, [404, 409, 200, 429]],
];

describe("in the guide", () => {
  test.each(guides.map(({ id }) => id))("%s every call is answered", async (id) => {
    for (const { label, text } of codesOf(docAt(site, ["guides", id]), "bash")) {
      if (IS_LOCAL.test(text)) continue;
      const isUnpaid = label === "What a call demands";
      const accepted = isUnpaid ? [402] : (REFUSED.find(([pattern]) => pattern.test(text))?.[1] ?? [200]);
      if (/verify-receipt/.test(text)) {
        const { stdout } = await run("bash", ["-ec", here(text)], { env: environment(), cwd: folder });
        expect(stdout, label).toMatch(label.startsWith("Once") ? /^$/ : /^ok /);
        expect(stdout, label).not.toContain("FAILED");
        continue;
      }
      const { status, body } = await curled(text);
      expect(accepted, `${label}: ${text}\n${body.slice(0, 300)}`).toContain(status);
    }
  });
});

describe("in the README", () => {
  const blocks = [...readFileSync("README.md", "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text);
  /** The token is one of this test's: the README makes one by a command. */
  const script = (text: string) => text.replaceAll("localhost:3000", gateway.url).replace(/^token=.*$/m, "token=$TOKEN");
  const [, questions = "", paid = "", watch = ""] = blocks;

  test("six curls need no token, and each is answered", async () => {
    const lines = questions.trim().split("\n");
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(await curled(script(line)), line).toMatchObject({ status: 200 });
  });

  test("the paid call demands its price without a token, and is answered and charged with one", async () => {
    const [made = "", demand = "", call = ""] = paid.trim().split("\n");
    expect((await curled(script(demand))).status).toBe(402);
    const { status, body } = await curled(script(`${made}\n${call}`));
    expect(status, body.slice(0, 300)).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ billing: { credits_charged: 1 }, receipt: expect.any(Object) });
  });

  test("the watch is made and ended", async () => {
    const { status, body } = await curled(script(`token=$TOKEN\n${watch}`));
    expect(status, body.slice(0, 300)).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ ok: true });
  });
});
