import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { fillBrackets } from "@/lib/domain/pages/fill-path";
import { plainBody, type Answer, type ApiRequest } from "@/lib/http/answer";
import { answerCall } from "@/lib/http/call/answer-call";
import type { AnyEndpoint, Endpoint } from "@/lib/http/endpoint";
import { ADDRESS_HEADER, LOCAL_HEADER } from "@/lib/http/limits/address-keys";
import { Refused } from "./refused";
import type { Ask, CallInput } from "./tool";

/** How the caller of a tool pays: by the token of its HTTP request, by a payment for this call, or not at all. */
export interface Payer {
  authorization: string | null;
  /** An x402 payment, encoded as its header is. */
  payment: string | null;
  idempotencyKey: string | null;
  nonce: string | null;
}

/** What a paid call came with. */
export interface Settled {
  billing?: unknown;
  receipt?: unknown;
  receiptStatus?: unknown;
  paymentResponse?: unknown;
  isReplayed?: boolean;
}

/** What the answers of a tool call say of their age and their sources. */
export interface Provenance {
  capturedAt: string | null;
  isStale: boolean;
  sources: { name: string; url: string }[];
}

export interface ToolCaller {
  request: ApiRequest;
  isPaid: boolean;
  isCounted: boolean;
  payer: Payer | null;
}

type Body = Record<string, unknown>;

/** Answers are parsed once per ETag: a list of thousands of listings takes longer to parse than to filter. */
const parsed = new LRUCache<string, Body>({ max: 24 });
const SHORTEST_KEPT = 8192;

function parsedBody(key: string, answer: Answer): Body {
  const etag = answer.headers.ETag;
  const kept = etag === undefined ? undefined : parsed.get(`${key} ${etag}`);
  if (kept) return kept;
  const plain = plainBody(answer);
  const text = typeof plain === "string" ? plain : Buffer.from(plain ?? []).toString();
  const body = JSON.parse(text) as Body;
  if (etag !== undefined && answer.status === 200 && text.length >= SHORTEST_KEPT) parsed.set(`${key} ${etag}`, body);
  return body;
}

const ADDRESS_HEADERS = [ADDRESS_HEADER, LOCAL_HEADER, "x-real-ip", "x-forwarded-for", "user-agent"];

function headersFor({ request, payer }: ToolCaller, credential: "token" | "payment" | "none", hasBody: boolean): Headers {
  const headers = new Headers({ accept: "application/json", ...(hasBody ? { "content-type": "application/json" } : {}) });
  for (const name of ADDRESS_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (!payer || credential === "none") return headers;
  if (credential === "token" && payer.authorization) headers.set("authorization", payer.authorization);
  if (credential === "payment" && payer.payment) headers.set("payment-signature", payer.payment);
  if (payer.idempotencyKey) headers.set("idempotency-key", payer.idempotencyKey);
  if (payer.nonce) headers.set("x-agent-nonce", payer.nonce);
  return headers;
}

function targetFor({ path }: AnyEndpoint, { query = {}, params = {} }: CallInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const filled = fillBrackets(path, (name) => params[name] ?? "");
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const decoded = (header: string): unknown => JSON.parse(Buffer.from(header, "base64").toString());

function settlementOf(answer: Answer, body: Body): Settled {
  const response = answer.headers["PAYMENT-RESPONSE"] ?? answer.headers["X-PAYMENT-RESPONSE"];
  return {
    ...(body.billing ? { billing: body.billing } : {}),
    ...(body.receipt ? { receipt: body.receipt } : {}),
    ...(body.receipt_status ? { receiptStatus: body.receipt_status } : {}),
    ...(response ? { paymentResponse: decoded(response) } : {}),
    ...(answer.headers["Idempotency-Replayed"] ? { isReplayed: true } : {}),
  };
}

const isSource = (value: unknown): value is { name: string; url: string } =>
  typeof value === "object" && value !== null && "name" in value && "url" in value;

/** Sources stand in a list of the answer, or by dataset. */
function sourcesOf({ sources, attribution }: Body): Provenance["sources"] {
  const lists = [sources, ...(typeof attribution === "object" && attribution ? Object.values(attribution) : [])];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isSource) : [])).map(({ name, url }) => ({ name, url }));
}

export interface ToolCalls extends Ask {
  settled(): Settled;
  provenance(): Provenance;
}

/** The calls of one tool call. Each goes through the engine that answers the API: limits, breakers, freshness and billing. */
export function toolCalls(caller: ToolCaller, now: Date): ToolCalls {
  let settled: Settled = {};
  const captures: string[] = [];
  const sources = new Map<string, { name: string; url: string }>();
  let isStale = false;

  function note(body: Body): void {
    const { freshness, captured_at: capturedAt } = body as { freshness?: { as_of?: string; fresh?: boolean }; captured_at?: string };
    const captured = freshness?.as_of ?? capturedAt;
    if (typeof captured === "string") captures.push(captured);
    const after = body.stale_after_seconds;
    if (freshness?.fresh === false) isStale = true;
    if (typeof after === "number" && captured && now.getTime() - Date.parse(captured) > after * 1000) isStale = true;
    for (const source of sourcesOf(body)) sources.set(source.name, source);
  }

  async function answered(endpoint: AnyEndpoint, input: CallInput, credential: "token" | "payment" | "none"): Promise<[Answer, string]> {
    const target = targetFor(endpoint, input);
    const bytes = input.body === undefined ? null : new TextEncoder().encode(JSON.stringify(input.body));
    const request: ApiRequest = {
      method: endpoint.method,
      url: `http://localhost${target}`,
      headers: headersFor(caller, credential, bytes !== null),
      body: bytes && onePart(bytes),
      isCounted: caller.isCounted,
    };
    return [await answerCall(endpoint, request, input.params ?? {}), target];
  }

  /** The token pays first; a payment that came with the call pays where the token cannot. */
  async function answeredFor(endpoint: AnyEndpoint, input: CallInput): Promise<[Answer, string]> {
    const { payer } = caller;
    if (endpoint.access.kind === "free" || !payer) return answered(endpoint, input, "none");
    const first = await answered(endpoint, input, payer.authorization ? "token" : "payment");
    const isUnpaid = first[0].status === 402 && payer.authorization !== null && payer.payment !== null;
    return isUnpaid ? answered(endpoint, input, "payment") : first;
  }

  return {
    isPaid: caller.isPaid,
    now,
    // oxlint-disable-next-line typescript/no-explicit-any
    async call<Payload extends z.ZodType>(endpoint: Endpoint<any, any, any, Payload>, input: CallInput = {}) {
      const [answer, target] = await answeredFor(endpoint, input);
      const body = parsedBody(target, answer);
      if (endpoint.access.kind !== "free") settled = { ...settled, ...settlementOf(answer, body) };
      if (answer.status >= 300) throw new Refused(String(body.message ?? "The call was refused."), body, answer.status, answer.headers);
      note(body);
      return body as z.output<Payload>;
    },
    settled: () => settled,
    provenance: () => ({ capturedAt: captures.toSorted()[0] ?? null, isStale, sources: [...sources.values()] }),
  };
}
