import { createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { log } from "@/lib/config/log";
import { MCP_PAID_PATH, MCP_PATH } from "@/lib/docs/mcp-addresses";
import { ApiError } from "@/lib/errors";
import type { ApiResponse, ApiRequest } from "@/lib/http/answer";
import { countedAnswer, refuseMethod } from "@/lib/http/call/answer-path";
import { CORS_HEADERS, PREFLIGHT_HEADERS } from "@/lib/http/call/respond";
import { countRequest, uncountRequest } from "@/lib/http/limits/count-request";
import { pathOf, targetOf } from "@/lib/http/target";
import { isKnownToken } from "@/lib/money/base/token-memory";
import { tokenHashOf } from "@/lib/money/call/credential";
import type { Payer, ToolCaller } from "./endpoint-request";
import { isAllowedOrigin, isOwnHost } from "./guard";
import { createMcpServer } from "./mcp-server";
import { invalidParams, readMessage } from "./read-message";

const withoutLastSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);

const METHODS = { allow: "POST, OPTIONS", declared: ["POST"] };

const OWN_HEADERS = "MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Accept";

const PREFLIGHT: ApiResponse = {
  status: 204,
  headers: {
    ...PREFLIGHT_HEADERS,
    Allow: METHODS.allow,
    "Access-Control-Allow-Methods": METHODS.allow,
    "Access-Control-Allow-Headers": `${PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]}, ${OWN_HEADERS}`,
  },
  body: null,
};

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", ...CORS_HEADERS };

/** An error before any message is understood. */
function rpcError(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  id: unknown = null,
): ApiResponse {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    error: { code, message },
    id: typeof id === "string" || typeof id === "number" ? id : null,
  });
  return { status, headers: { ...HEADERS, "Content-Type": "application/json", ...headers }, body };
}

const REFUSED = -32_000;

const WRONG_HOST = "The Host header does not name this service: its operator configures the name as PUBLIC_BASE_URL.";

/** What a key in `_meta` may have: the engine checks it again. */
const textIn = (value: unknown): string | null => (typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value) ? value : null);

const encodedPayment = (payment: unknown): string | null =>
  typeof payment === "object" && payment !== null ? Buffer.from(JSON.stringify(payment)).toString("base64") : null;

const payerFrom =
  ({ headers }: ApiRequest) =>
  (meta: Readonly<Record<string, unknown>> = {}): Payer => ({
    authorization: headers.get("authorization"),
    payment: encodedPayment(meta["x402/payment"]),
    idempotencyKey: textIn(meta["idempotency-key"]) ?? headers.get("idempotency-key"),
    nonce: headers.get("x-agent-nonce"),
  });

/** A call with a token that is known to be valid is not counted by address, as in the API. */
function isUncounted(request: ApiRequest, isPaid: boolean): boolean {
  const hash = isPaid ? tokenHashOf(request) : null;
  return hash !== null && isKnownToken(hash);
}

async function answerMessage(request: ApiRequest, caller: ToolCaller): Promise<ApiResponse> {
  const read = await readMessage(request);
  if ("fault" in read) return rpcError(read.status, read.code, read.fault);
  const invalid = invalidParams(read.message);
  if (invalid !== null) return rpcError(200, ProtocolErrorCode.InvalidParams, invalid, {}, read.message.id);
  const payerOf = payerFrom(request);
  const handler = createMcpHandler(() => createMcpServer(caller, caller.isPaid ? payerOf : () => null), { keepAliveMs: 0 });
  const passed = new Request(request.url, { method: "POST", headers: request.headers });
  const response = await handler.fetch(passed, { parsedBody: read.message });
  // The library answers what it cannot read as a failure of its own. Failures of ours are results of tools.
  const status = response.status >= 500 ? 400 : response.status;
  const body = await response.text();
  if (response.status >= 500) log.warn("an MCP message was not answered", { status: response.status, body: body.slice(0, 200) });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name === "content-type" || name === "allow"));
  return { status, headers: { ...HEADERS, ...headers }, body: body === "" ? null : body };
}

function refusedByLimit(error: unknown): ApiResponse {
  if (!(error instanceof ApiError)) throw error;
  return rpcError(
    error.status,
    REFUSED,
    `${error.message} ${error.headers["Retry-After"] ? `Try again in ${error.headers["Retry-After"]} seconds.` : ""}`.trim(),
    error.headers,
  );
}

async function answerPost(request: ApiRequest, isPaid: boolean): Promise<ApiResponse> {
  const isCounted = !isUncounted(request, isPaid);
  let limits: Readonly<Record<string, string>> = {};
  try {
    if (isCounted) limits = await countRequest(request);
  } catch (error) {
    return refusedByLimit(error);
  }
  if (!isOwnHost(request.headers.get("host"))) return rpcError(403, REFUSED, WRONG_HOST, limits);
  if (!isAllowedOrigin(request.headers.get("origin"))) return rpcError(403, REFUSED, "Pages of this origin may not call.", limits);
  const answer = await answerMessage(request, {
    request,
    isPaid,
    isCounted,
    payer: null,
    onPayment: () => void (isCounted && uncountRequest(request, "free")),
  });
  return { ...answer, headers: { ...limits, ...answer.headers } };
}

/** Answers a request to one of the two addresses; null for any other path. */
export function answerMcp(request: ApiRequest): Promise<ApiResponse> | null {
  const path = withoutLastSlash(pathOf(targetOf(request.url)));
  if (path !== MCP_PATH && path !== MCP_PAID_PATH) return null;
  if (request.method === "OPTIONS") return Promise.resolve(PREFLIGHT);
  if (request.method !== "POST") return refuseMethod(request, METHODS);
  return countedAnswer(request, answerPost(request, path === MCP_PAID_PATH), path);
}
