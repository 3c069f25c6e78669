import type { CallToolResult } from "@modelcontextprotocol/server";
import { asApiError } from "@/lib/http/call/as-api-error";
import { newRequestId } from "@/lib/http/call/respond";
import { closestNames } from "@/lib/domain/basics/closest-names";
import { plural } from "@/lib/domain/pages/format";
import { toolCalls, type Settled } from "./ask";
import type { ToolCaller } from "./endpoint-request";
import { quoted, readArguments } from "./arguments";
import { present } from "./present";
import { Refused } from "./refused";
import type { Tool } from "./tool";
import { toolsOf } from "./tools";

/** What the client's program reads and the model does not: what was charged, and the proof of it. */
function metaOf({ billing, receipt, receiptStatus, paymentResponse, isReplayed }: Settled): { _meta?: Record<string, unknown> } {
  const meta = {
    ...(billing ? { billing } : {}),
    ...(receipt ? { receipt } : {}),
    ...(receiptStatus ? { receipt_status: receiptStatus } : {}),
    ...(paymentResponse ? { "x402/payment-response": paymentResponse } : {}),
    ...(isReplayed ? { "idempotency-replayed": true } : {}),
  };
  return Object.keys(meta).length === 0 ? {} : { _meta: meta };
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });

/** Sentences about what else may be bought belong to the address where it can be. */
const OF_PAYMENT = /premium|credit|receipt|payment/i;

function withoutPayment(message: string): string {
  const kept = message.split(/(?<=[.!?])\s+/).filter((sentence) => !OF_PAYMENT.test(sentence));
  return kept.length === 0 ? "This call is refused." : kept.join(" ");
}

const retryWords = (headers: Readonly<Record<string, string>>): string =>
  headers["Retry-After"] ? ` Try again in ${headers["Retry-After"]} seconds.` : "";

/** Words for a server that takes no x402 payment: a model cannot act on an empty list of offers. */
function wordsOfPrice({ credits_required: credits, payment }: Refused["body"]): string {
  const { reason } = (payment ?? {}) as { reason?: unknown };
  const why = typeof reason === "string" ? ` ${reason}` : "";
  return `This call costs ${plural(Number(credits), "credit")}: send a token that holds credits as the bearer of the HTTP request.${why}`;
}

/** Asks for a payment as x402 over MCP does: in structured content and as JSON text. */
function paymentRequiredResult({ body, headers }: Refused, settled: Settled): CallToolResult | null {
  const encoded = headers["PAYMENT-REQUIRED"];
  if (!encoded) return null;
  const required = JSON.parse(Buffer.from(encoded, "base64").toString()) as { accepts: readonly unknown[] };
  if (required.accepts.length === 0) return { ...textResult(wordsOfPrice(body)), structuredContent: required, ...metaOf(settled) };
  const hint = `${String(body.message ?? "")} ${String(body.hint ?? "")}`.trim();
  return {
    content: [
      { type: "text", text: JSON.stringify(required) },
      { type: "text", text: hint },
    ],
    structuredContent: required,
    isError: true,
    ...metaOf(settled),
  };
}

function refusedResult(refused: Refused, settled: Settled, isPaid: boolean): CallToolResult {
  if (!isPaid) return textResult(`${withoutPayment(refused.message)}${retryWords(refused.headers)}`);
  const payment = refused.status === 402 ? paymentRequiredResult(refused, settled) : null;
  if (payment) return payment;
  const { hint } = refused.body;
  const words = typeof hint === "string" && !refused.message.includes(hint) ? ` ${hint}` : "";
  return { ...textResult(`${refused.message}${words}${retryWords(refused.headers)}`), ...metaOf(settled) };
}

function findTool(name: string, isPaid: boolean): Tool {
  const tools = toolsOf(isPaid);
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const names = tools.map((tool) => tool.name);
  const [like] = closestNames(names, name, (one) => [one]);
  throw new Refused(`There is no tool "${quoted(name)}".${like ? ` Perhaps ${like} was meant.` : ""} Tools: ${names.join(", ")}.`);
}

/** A failure of ours is noted where it happens, and told as the API tells it. */
function asRefused(error: unknown, name: string): Refused {
  if (error instanceof Refused) return error;
  const { message, status, headers } = asApiError(error, `mcp ${name}`, newRequestId());
  return new Refused(message, {}, status, headers);
}

/** Endpoints name their own parameters, and a caller knows the tool's. */
function inOwnNames({ takes }: Tool, message: string): string {
  return Object.entries(takes).reduce(
    (words, [name, { calledThere }]) => calledThere.reduce((said, there) => said.replaceAll(`\`${there}\``, `\`${name}\``), words),
    message,
  );
}

/** A refusal that names no argument, with those that were given: one of them is meant. */
function namingArguments(refused: Refused, given: Readonly<Record<string, unknown>>): Refused {
  const names = Object.keys(given).slice(0, 12);
  if (refused.status !== 400 || refused.message.includes("`") || names.length === 0) return refused;
  const named = names.map((name) => `\`${quoted(name)}\``).join(", ");
  return new Refused(`${refused.message} Given: ${named}.`, refused.body, refused.status, refused.headers);
}

/** Runs a tool. Whatever goes wrong is a result that says what is accepted, which a model can read. */
export async function callTool(
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  caller: ToolCaller,
): Promise<CallToolResult> {
  const calls = toolCalls(caller, new Date());
  let tool: Tool | null = null;
  try {
    tool = findTool(name, caller.isPaid);
    const asked = readArguments(tool, caller.isPaid, given);
    const found = await tool.answer(asked.values, calls, asked.raw);
    const { text, structured } = present(found, asked, calls.provenance(), calls.now);
    return { content: [{ type: "text", text }], structuredContent: structured, ...metaOf(calls.settled()) };
  } catch (error) {
    const { message, body, status, headers } = asRefused(error, quoted(name));
    const refused = new Refused(tool ? inOwnNames(tool, message) : message, body, status, headers);
    return refusedResult(namingArguments(refused, given), calls.settled(), caller.isPaid);
  }
}
