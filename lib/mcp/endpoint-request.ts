import { fillBrackets } from "@/lib/domain/pages/fill-path";
import type { ApiRequest } from "@/lib/http/answer";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { ADDRESS_HEADER, LOCAL_HEADER } from "@/lib/http/limits/address-keys";
import type { CallInput } from "./tool";

/** How a caller pays: by the token of its HTTP request, by a payment for this call, or not. */
export interface Payer {
  authorization: string | null;
  /** An x402 payment, encoded as its header is. */
  payment: string | null;
  idempotencyKey: string | null;
  nonce: string | null;
}

/** Whose call of a tool it is. */
export interface ToolCaller {
  request: ApiRequest;
  isPaid: boolean;
  isCounted: boolean;
  payer: Payer | null;
  /** Called once a payment that came with the call was taken: paid calls count against no limit. */
  onPayment(): void;
}

/** Which credential of the caller a request brings. */
export type Credential = "token" | "payment" | "none";

const ADDRESS_HEADERS = [ADDRESS_HEADER, LOCAL_HEADER, "x-real-ip", "x-forwarded-for", "user-agent"];

function headersFor({ request, payer }: ToolCaller, credential: Credential, hasBody: boolean): Headers {
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

/** The request that a client of the API would send. */
export function endpointRequest(caller: ToolCaller, endpoint: AnyEndpoint, input: CallInput, credential: Credential): ApiRequest {
  const bytes = input.body === undefined ? null : new TextEncoder().encode(JSON.stringify(input.body));
  return {
    method: endpoint.method,
    url: `http://localhost${targetFor(endpoint, input)}`,
    headers: headersFor(caller, credential, bytes !== null),
    body: bytes && onePart(bytes),
    isCounted: caller.isCounted,
  };
}
