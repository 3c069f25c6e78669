/** Messages of a client of 2026-07-28, as they stand on the wire. */

const REVISION = "2026-07-28";

export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any
  _meta?: any;
}

interface Sent {
  headers?: Record<string, string>;
  meta?: Record<string, unknown>;
}

export interface McpAnswer<Result> {
  status: number;
  headers: Headers;
  bytes: number;
  result: Result;
  error?: { code: number; message: string };
}

export async function sendMcp<Result>(
  url: string,
  method: string,
  params: object,
  { headers, meta }: Sent = {},
): Promise<McpAnswer<Result>> {
  const { name, uri } = params as { name?: string; uri?: string };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...((name ?? uri) ? { "mcp-name": name ?? uri ?? "" } : {}),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": REVISION,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
          ...meta,
        },
      },
    }),
  });
  const text = await response.text();
  // A stream ends with the message that answers.
  const last = text.startsWith("{") ? text : (text.split("data: ").at(-1) ?? "");
  const body = JSON.parse(last) as { result: Result; error?: { code: number; message: string } };
  return { status: response.status, headers: response.headers, bytes: Buffer.byteLength(text), ...body };
}

export const callTool = async (url: string, name: string, given: object = {}, sent: Sent = {}): Promise<ToolResult> =>
  (await sendMcp<ToolResult>(url, "tools/call", { name, arguments: given }, sent)).result;

export const textOf = ({ content }: ToolResult): string => content[0]?.text ?? "";
