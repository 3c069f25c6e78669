import { PROTOCOL_VERSION_META_KEY, specTypeSchemas } from "@modelcontextprotocol/server";
import { malformedBody } from "@/lib/http/call/malformed";
import type { ApiRequest } from "@/lib/http/answer";

/** The longest message of a client, in bytes. */
export const LONGEST_MESSAGE = 1024 * 1024;
/** Deeper nesting than any call has would overflow the stack of whoever walks it. */
const DEEPEST = 40;

export type ReadMessage = { message: Readonly<Record<string, unknown>> } | { status: 400 | 413; code: number; fault: string };

const fault = (words: string, code = -32_600, status: 400 | 413 = 400): ReadMessage => ({ status, code, fault: words });

/** Whether brackets outside of texts stand deeper than that. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isInText && letter === "\\") at++;
    else if (letter === '"') isInText = !isInText;
    else if (!isInText && (letter === "{" || letter === "[") && ++depth > DEEPEST) return true;
    else if (!isInText && (letter === "}" || letter === "]")) depth--;
  }
  return false;
}

async function textOf(body: ApiRequest["body"]): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.byteLength;
    if (length > LONGEST_MESSAGE) return null;
    parts.push(part);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
}

function parsed(text: string): ReadMessage {
  if (isTooDeep(text)) return fault(`The message is nested deeper than ${DEEPEST} levels.`);
  const malformed = malformedBody(text);
  if (malformed) return fault(malformed.message);
  const message = JSON.parse(text) as unknown;
  if (Array.isArray(message)) return fault("Batches are not taken: send one message at a time.");
  if (typeof message !== "object" || message === null) return fault("The body is not a JSON-RPC message.");
  return { message: message as Record<string, unknown> };
}

/** Requests whose parameters the library would call a fault of the server where they are the client's. */
const CHECKED = {
  initialize: specTypeSchemas.InitializeRequest,
  "resources/read": specTypeSchemas.ReadResourceRequest,
  "prompts/get": specTypeSchemas.GetPromptRequest,
  "completion/complete": specTypeSchemas.CompleteRequest,
} as const;

/** Whether a request names its revision. Such a client begins no session. */
const isOfPresentRevision = (params: unknown): boolean => PROTOCOL_VERSION_META_KEY in ((params as { _meta?: object } | null)?._meta ?? {});

/** Which parameter of a request does not fit; null where all do. */
export function invalidParams(message: Readonly<Record<string, unknown>>): string | null {
  const { method, params = {} } = message;
  if (method === "initialize" && isOfPresentRevision(params)) return null;
  const schema = typeof method === "string" && Object.hasOwn(CHECKED, method) ? CHECKED[method as keyof typeof CHECKED] : null;
  const checked = schema?.["~standard"].validate({ method, params });
  if (!checked || !("issues" in checked) || !checked.issues) return null;
  const [issue] = checked.issues;
  const path = (issue?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return `\`${path}\` of ${String(method)} is not valid: ${issue?.message ?? "another type is expected"}.`;
}

/** Reads one JSON-RPC message, within the limits of its length and depth. */
export async function readMessage({ body }: Pick<ApiRequest, "body">): Promise<ReadMessage> {
  try {
    const text = await textOf(body);
    return text === null ? fault(`The message is longer than ${LONGEST_MESSAGE} bytes.`, -32_600, 413) : parsed(text);
  } catch {
    return fault("The body is not JSON.", -32_700);
  }
}
