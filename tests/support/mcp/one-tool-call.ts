import { plainBody } from "@/lib/http/answer";
import { MCP_PAID_PATH } from "@/lib/docs/mcp-addresses";
import { answerMcp } from "@/lib/mcp/answer-mcp";
import type { ToolResult } from "./call-mcp";

const PAYMENT = "payment-signature";

let addresses = 0;

/** Has `best_model` called in this process. An x402 payment among the headers goes into `_meta`. */
export async function callBestModel(headers: Readonly<Record<string, string>>, given: object = { task: "code" }): Promise<ToolResult> {
  const { [PAYMENT]: payment, ...others } = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
    ...(payment === undefined ? {} : { "x402/payment": JSON.parse(Buffer.from(payment, "base64").toString()) }),
  };
  const params = { name: "best_model", arguments: given, _meta: meta };
  const request = new Request(`http://localhost${MCP_PAID_PATH}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      host: "localhost",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "best_model",
      "x-client-address": `198.51.100.${(addresses += 1) % 250}`,
      ...others,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const answer = await answerMcp(request);
  if (!answer) throw new Error("no address of MCP");
  const body = JSON.parse(String(plainBody(answer))) as { result: ToolResult; error?: unknown };
  if (!body.result) throw new Error(JSON.stringify(body));
  return body.result;
}
