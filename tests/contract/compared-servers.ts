import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { endpoints } from "@/lib/endpoints";
import { inTier, WORLD_DRIVER } from "../support/lacks";
import { contractToken, writingToken } from "../support/contract/contract-tokens";
import { SpecValidator, type DeclaredOperation, type Description } from "../support/contract/spec";
import { unknownFault, type FuzzCall } from "../support/fuzz";
import { httpCall, type HttpAnswer, type HttpCall } from "../support/server/http-call";
import { copyPreparedWorlds, SIGNING_KEY, type WorldCopy } from "../support/server/prepared-world";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";

const PUBLIC = "https://data.example.org";
/** Answers about the server itself at this moment: two servers never agree on them. */
const MOMENTARY = new Set(["/api/health", "/api/metrics", "/api/freshness"]);
const METRICS_TOKEN = "metrics-token-of-the-contract-0123456789";
/** Paths about earlier calls, of which each server had its own, and about a holder's account. */
const ABOUT_CALLS = /^\/api\/payment\/(no-charge-stats$|(balance|history|tokens|usage)(\/|$))/;
const probes = new Set(
  endpoints.flatMap(({ access, path }) => (access.kind === "free" && access.limit === "probes" ? [path as string] : [])),
);
/** Asked by monitors, which have a limit of their own. */
export const isProbe = ({ path }: { path: string }): boolean => probes.has(path);

export const isFree = ({ operation }: DeclaredOperation): boolean => operation["x-access"] === "free";
export const isPremium = ({ operation }: DeclaredOperation): boolean => operation["x-access"] === "premium";

let lastToken = 0;
/** A different token for each call that needs one. */
function authorized(declared: DeclaredOperation): Record<string, string> {
  if (declared.path === "/api/metrics") return { authorization: `Bearer ${METRICS_TOKEN}` };
  const tokenOf = declared.method === "GET" ? contractToken : writingToken;
  return isFree(declared) ? {} : { authorization: `Bearer ${tokenOf(++lastToken)}` };
}
export const callOf = (declared: DeclaredOperation, target: string, call: Partial<HttpCall> = {}): HttpCall => ({
  target,
  ...call,
  headers: { ...authorized(declared), ...call.headers },
});

/** Answers that agree except for the time of their computation. */
const TIMED = new Set(["/api/attention", "/api/preview/routing"]);

export const isMomentary = (path: string): boolean => MOMENTARY.has(path);
/** Every paid answer carries a receipt of its own. */
const isComparable = (path: string): boolean => !isMomentary(path) && !ABOUT_CALLS.test(path) && !path.startsWith("/api/premium/");

/** Sends prepared bytes without a handler. */
export let front: TestServer;
/** The front, and a twin without one, of which every answer comes from a route file and its handler. */
export let servers: readonly TestServer[] = [];
export let validator: SpecValidator;
/** Both ways in: `npm start`, and the route files of Vercel and of development. */
const SCRIPTS = ["lib/server/main.ts", "tests/support/server/route-files-server.ts"];
let folder: string;
let worlds: WorldCopy[] = [];

async function startServers(): Promise<void> {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "contract-"));
  const folders = SCRIPTS.map((_, index) => join(folder, String(index)));
  worlds = await copyPreparedWorlds(WORLD_DRIVER, folders);
  const started = SCRIPTS.map((script, index) => {
    const variables = {
      PUBLIC_BASE_URL: PUBLIC,
      TRUSTED_PROXY: "127.0.0.0/8",
      RECEIPT_SIGNING_KEY: SIGNING_KEY,
      OPERATOR_CONTACT: "ops@example.org",
      MCP_REGISTRY_PUBLIC_KEY: "6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=",
      METRICS_TOKEN,
      ...(worlds[index]?.database ? { DATABASE_URL: worlds[index].database.url } : {}),
      DATA_DIR: folders[index] as string,
    };
    return startServer(variables, script);
  });
  servers = await Promise.all(started);
  front = servers[0] as TestServer;
  validator = new SpecValidator(JSON.parse((await httpCall(front.port, { target: "/openapi.json" })).text) as Description);
}

/**
 * Servers with the same data for the importing file's tests. One runs as `npm start` does, the other
 * by the route files.
 */
export function useServers(): void {
  beforeAll(startServers);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(worlds.map(({ database }) => database?.drop()));
    rmSync(folder, { recursive: true, force: true });
  });
}

const COMPARED = [
  "etag",
  "cache-control",
  "content-type",
  "last-modified",
  "allow",
  "access-control-allow-origin",
  "x-content-type-options",
  "x-ignored-parameters",
] as const;

const pathOf = (target: string): string => target.split("?", 1)[0] ?? "";

/** Compares status, headers and decoded body, without the request id, which is always new. */
function difference(one: HttpAnswer, other: HttpAnswer, isTimed: boolean): string | null {
  if (one.status !== other.status) return `status ${one.status} and ${other.status}`;
  const header = COMPARED.find((name) => one.headers[name] !== other.headers[name] && !(isTimed && name === "etag"));
  if (header) return `${header} ${one.headers[header]} and ${other.headers[header]}`;
  const varying = isTimed ? /"(request_id|computed_at)":"[^"]+"/g : /"request_id":"req_\w+"/g;
  const [text, otherText] = [one, other].map((answer) => answer.text.replace(varying, "")) as [string, string];
  if (text === otherText) return null;
  const at = [...text].findIndex((character, index) => character !== otherText[index]);
  return `bodies from ${at} on: ${text.slice(Math.max(0, at - 40), at + 80)} and ${otherText.slice(Math.max(0, at - 40), at + 80)}`;
}

const asked = new Set<string>();

/** The normal tier compares the first call of each method and path; the long tier compares every call. */
function isInSample({ method = "GET", target }: HttpCall): boolean {
  const name = `${method} ${pathOf(target)}`;
  const isFirst = !asked.has(name);
  asked.add(name);
  return inTier(isFirst, true);
}

const WRITES = new Set(endpoints.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`));

/** Answers that two servers give differently still have one status. Receipts and new ids differ so. */
function disagreement(call: HttpCall, one: HttpAnswer, other: HttpAnswer): string | null {
  const path = pathOf(call.target);
  if (isComparable(path) && !WRITES.has(`${call.method} ${path}`)) return difference(one, other, TIMED.has(path));
  return one.status === other.status ? null : `status ${one.status} and ${other.status}`;
}

/** Sends a call to every server and fails unless their answers are the same. */
export async function askEach(call: HttpCall): Promise<HttpAnswer> {
  const [fromFront, fromRouteFile] = (await Promise.all(servers.map(({ port }) => httpCall(port, call)))) as [HttpAnswer, HttpAnswer];
  const differing = disagreement(call, fromFront, fromRouteFile);
  if (differing) throw new Error(`${call.method ?? "GET"} ${call.target.slice(0, 200)}: front and route file disagree: ${differing}`);
  return fromFront;
}

/** Sends a call to the front, and to the route files where both are compared. */
export const ask = (call: HttpCall): Promise<HttpAnswer> => (isInSample(call) ? askEach(call) : httpCall(front.port, call));

const declaresPage = (declared: DeclaredOperation | undefined): boolean =>
  JSON.stringify(declared?.operation.responses ?? {}).includes('"text/html"');

/**
 * What is wrong with an answer by the rules for every path under /api. Only an operation that declares
 * a page may answer with one.
 */
export function commonFault({ status, headers, text }: HttpAnswer, declared?: DeclaredOperation): string | null {
  const type = String(headers["content-type"] ?? "");
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  const isPage = type.includes("html") || /^\s*<(html|!doctype)/i.test(text);
  if (isPage && !(status === 200 && declaresPage(declared))) return `a page: ${text.slice(0, 100)}`;
  if (status >= 400 && type !== (status === 402 ? "application/json" : "application/problem+json")) return `${status} as ${type}`;
  if (status >= 400 && (JSON.parse(text) as { ok: unknown }).ok !== false) return "an error without ok: false";
  return headers["access-control-allow-origin"] === "*" ? null : "no CORS";
}

/** Runs eight at a time and returns the faults. */
export async function inChunks<Item>(items: readonly Item[], work: (item: Item) => Promise<string | null>): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < items.length; at += 8) {
    const found = await Promise.all(items.slice(at, at + 8).map(work));
    faults.push(...found.filter((fault) => fault !== null));
  }
  return faults;
}

/** Sends a generated call; what is wrong with its answer by the description, or null. */
export async function generatedFault({ declared, target, headers, body, unknown }: FuzzCall): Promise<string | null> {
  const isRead = declared.method === "GET";
  const call = callOf(declared, target, { method: declared.method, headers, ...(body === undefined ? {} : { body }) });
  // What a write is answered with is never the same twice.
  const answer = isRead ? await ask(call) : await httpCall(front.port, call);
  const described = answer.status === 304 ? null : validator.fault(declared, answer.status, answer.headers["content-type"], answer.text);
  // 503 is documented for features that this server has not configured.
  const common = answer.status === 503 && !isRead ? null : commonFault(answer, declared);
  const fault = described ?? common ?? unknownFault(declared, unknown, answer);
  return fault && `${declared.method} ${target.slice(0, 200)} ${body?.slice(0, 200) ?? ""}: ${fault}`;
}
