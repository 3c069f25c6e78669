import { ApiError } from "@/lib/errors";
import { withStandIn } from "@/lib/money/tokens/access-token";
import { ADDRESS_HEADER } from "../address-keys";
import { baseUrl } from "../build";
import type { AnyEndpoint } from "../endpoint";
import { serve } from "../serve";
import { addressOf } from "../steps/limit";
import { requireSession, type Visit } from "./account-session";
import { requireOwnOrigin } from "./require-origin";

interface SessionCall {
  query?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
  /** Made when the form was rendered; a call that costs credits needs it. */
  idempotencyKey?: string;
}

const filledPath = ({ path }: AnyEndpoint, params: Record<string, string>): string =>
  path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/**
 * Calls an endpoint in this process as the token of the session does: with the same holds, breakers and limits. The
 * answer is the endpoint's own, errors included.
 */
export async function callInSession(
  visit: Visit,
  endpoint: AnyEndpoint,
  { query = {}, params = {}, body, idempotencyKey }: SessionCall = {},
): Promise<{ status: number; body: unknown }> {
  const isPaid = endpoint.access.kind === "premium";
  if (isPaid || endpoint.method !== "GET") requireOwnOrigin(visit.headers);
  if (isPaid && idempotencyKey === undefined) {
    throw new ApiError("invalid_idempotency_key", "A paid call from a page needs an Idempotency-Key.");
  }
  const { tokenHash } = await requireSession(visit);
  if (tokenHash === null) throw new ApiError("token_required", "The account has no token in use. Create one first.");
  return withStandIn(tokenHash, (token) =>
    callHere(visit, endpoint, { query, params, body, ...(idempotencyKey ? { idempotencyKey } : {}) }, token),
  );
}

/** Calls a free endpoint in this process for a reader who sent a form of this site. */
export function callForVisitor(visit: Visit, endpoint: AnyEndpoint, request: SessionCall): Promise<{ status: number; body: unknown }> {
  requireOwnOrigin(visit.headers);
  return callHere(visit, endpoint, request, null);
}

async function callHere(
  visit: Visit,
  endpoint: AnyEndpoint,
  { query = {}, params = {}, body, idempotencyKey }: SessionCall,
  token: string | null,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(filledPath(endpoint, params), baseUrl());
  url.search = new URLSearchParams(query).toString();
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
  const address = addressOf({ headers: visit.headers, method: endpoint.method, url: "", body: null });
  headers.set(ADDRESS_HEADER, address);
  headers.set("x-real-ip", address);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  const init = { method: endpoint.method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await serve(endpoint)[endpoint.method](new Request(url, init), { params: Promise.resolve(params) });
  return { status: response.status, body: await response.json() };
}
