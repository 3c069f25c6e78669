import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { plainBody, type ApiResponse } from "@/lib/http/answer";
import { answerCall } from "@/lib/http/call/answer-call";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { endpointRequest, type Credential, type ToolCaller } from "./endpoint-request";
import { provenanceOf, type Body, type Provenance } from "./provenance";
import { Refused } from "./refused";
import type { Ask, CallInput } from "./tool";

/** What a paid call came with. */
export interface Settled {
  billing?: unknown;
  receipt?: unknown;
  receiptStatus?: unknown;
  paymentResponse?: unknown;
  isReplayed?: boolean;
}

/** Answers parsed once per ETag: thousands of listings take longer to parse than to filter. */
const parsed = new LRUCache<string, Body>({ max: 24 });
const SHORTEST_KEPT = 8192;

function parsedBody(key: string, answer: ApiResponse): Body {
  const etag = answer.headers.ETag;
  const kept = etag === undefined ? undefined : parsed.get(`${key} ${etag}`);
  if (kept) return kept;
  const plain = plainBody(answer);
  const text = typeof plain === "string" ? plain : Buffer.from(plain ?? []).toString();
  const body = JSON.parse(text) as Body;
  if (etag !== undefined && answer.status === 200 && text.length >= SHORTEST_KEPT) parsed.set(`${key} ${etag}`, body);
  return body;
}

const decoded = (header: string): unknown => JSON.parse(Buffer.from(header, "base64").toString());

function settlementOf(answer: ApiResponse, body: Body): Settled {
  const response = answer.headers["PAYMENT-RESPONSE"] ?? answer.headers["X-PAYMENT-RESPONSE"];
  return {
    ...(body.billing ? { billing: body.billing } : {}),
    ...(body.receipt ? { receipt: body.receipt } : {}),
    ...(body.receipt_status ? { receiptStatus: body.receipt_status } : {}),
    ...(response ? { paymentResponse: decoded(response) } : {}),
    ...(answer.headers["Idempotency-Replayed"] ? { isReplayed: true } : {}),
  };
}

export interface ToolCalls extends Ask {
  settled(): Settled;
  provenance(): Provenance;
}

interface Answered {
  answer: ApiResponse;
  body: Body;
}

async function answered(caller: ToolCaller, endpoint: AnyEndpoint, input: CallInput, credential: Credential): Promise<Answered> {
  const request = endpointRequest(caller, endpoint, input, credential);
  const answer = await answerCall(endpoint, request, input.params ?? {});
  return { answer, body: parsedBody(request.url, answer) };
}

/** The token pays first; a payment that came with the call pays where the token cannot. */
async function answeredForPayer(caller: ToolCaller, endpoint: AnyEndpoint, input: CallInput): Promise<Answered> {
  const { payer } = caller;
  if (endpoint.access.kind === "free" || !payer) return answered(caller, endpoint, input, "none");
  const first = await answered(caller, endpoint, input, payer.authorization ? "token" : "payment");
  const isUnpaid = first.answer.status === 402 && payer.authorization !== null && payer.payment !== null;
  return isUnpaid ? answered(caller, endpoint, input, "payment") : first;
}

/** The calls of one tool call. Each goes through the engine that answers the API: limits, breakers, freshness and billing. */
export function toolCalls(caller: ToolCaller, now: Date): ToolCalls {
  let settled: Settled = {};
  const bodies: Body[] = [];
  return {
    isPaid: caller.isPaid,
    now,
    async call<Called extends AnyEndpoint>(endpoint: Called, input: CallInput = {}) {
      const { answer, body } = await answeredForPayer(caller, endpoint, input);
      if (endpoint.access.kind !== "free") settled = { ...settled, ...settlementOf(answer, body) };
      if (answer.status >= 300) throw new Refused(String(body.message ?? "The call was refused."), body, answer.status, answer.headers);
      if (settled.paymentResponse) caller.onPayment();
      bodies.push(body);
      return body as z.output<Called["response"]>;
    },
    settled: () => settled,
    provenance: () => provenanceOf(bodies, now),
  };
}
