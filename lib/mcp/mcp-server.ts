import { DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/_shims";
import { Server, type CallToolResult } from "@modelcontextprotocol/server";
import { env } from "@/lib/config/env";
import { API_VERSION } from "@/lib/docs/site";
import type { Payer, ToolCaller } from "./endpoint-request";
import { callTool } from "./call-tool";
import { complete } from "./completions";
import { instructionsOf } from "./instructions";
import { listTools } from "./list-tools";
import { getPrompt, listPrompts } from "./prompts";
import { listResources, readResource, TEMPLATES } from "./resources";

/** Lists change with a release only. */
const LIST_TTL_MS = 3_600_000;
const READ_TTL_MS = 60_000;

const ofRelease = { ttlMs: LIST_TTL_MS, cacheScope: "public" } as const;

const CACHE_HINTS = {
  "server/discover": ofRelease,
  "tools/list": ofRelease,
  "prompts/list": ofRelease,
  "resources/list": ofRelease,
  "resources/templates/list": ofRelease,
  "resources/read": { ttlMs: READ_TTL_MS, cacheScope: "public" },
} as const;

const validator = new DefaultJsonSchemaValidator();

/** The server of one request: nothing is kept between two. */
export function createMcpServer(
  caller: ToolCaller,
  payerOf: (meta: Readonly<Record<string, unknown>> | undefined) => Payer | null,
): Server {
  const { isPaid } = caller;
  const server = new Server(
    { name: "ai-ecosystem-data", title: env().SITE_NAME, version: API_VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructionsOf(isPaid),
      cacheHints: CACHE_HINTS,
      jsonSchemaValidator: validator,
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...listTools(isPaid)] }));
  server.setRequestHandler("tools/call", ({ params }): Promise<CallToolResult> =>
    callTool(params, { ...caller, payer: payerOf(params._meta) }),
  );
  server.setRequestHandler("resources/list", () => ({ resources: listResources(isPaid) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri, caller));
  server.setRequestHandler("prompts/list", () => ({ prompts: listPrompts() }));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}, isPaid));
  server.setRequestHandler("completion/complete", ({ params }) => complete(params, caller));
  return server;
}
