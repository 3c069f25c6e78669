import { fillBrackets } from "@/lib/domain/pages/fill-path";
import { ApiError } from "@/lib/errors";
import { ADDRESS_HEADER, addressOf } from "../limits/address-keys";
import { baseUrl } from "../own-address";
import { plainBody, type ApiResponse } from "../answer";
import type { AnyEndpoint } from "../endpoint";
import { answerPath } from "../call/answer-path";
import { servedPath } from "../endpoint-table";
import { byEngine, type Engine } from "./engine";
import { requireSession } from "./account-session";
import type { SessionCall, Visit } from "./visit";
import { requireOwnOrigin } from "./require-origin";

function textOf(answer: ApiResponse): string {
  const body = plainBody(answer);
  return typeof body === "string" ? body : Buffer.from(body ?? "").toString();
}

const filledPath = ({ path }: AnyEndpoint, params: Record<string, string>): string => fillBrackets(path, (name) => params[name] ?? "");

export const callAsHere: Engine["callAs"] = async (endpoint, { address, tokenHash }, call) => {
  const { query = {}, params = {}, body, idempotencyKey } = call;
  const url = new URL(filledPath(endpoint, params), baseUrl());
  url.search = new URLSearchParams(query).toString();
  const headers = new Headers({ [ADDRESS_HEADER]: address, "x-real-ip": address });
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  const sent = typeof body === "string" && endpoint.bodyTypes ? body : JSON.stringify(body);
  const init = { method: endpoint.method, headers, ...(body === undefined ? {} : { body: sent }) };
  const request = Object.assign(new Request(url, init), tokenHash === null ? {} : { tokenHash });
  const answer = await answerPath(servedPath([endpoint]), request, params);
  return { status: answer.status, body: JSON.parse(textOf(answer)) };
};

const callAs = (endpoint: AnyEndpoint, { headers }: Visit, tokenHash: string | null, call: SessionCall): ReturnType<Engine["callAs"]> => {
  const address = addressOf({ headers });
  return byEngine("callAs", callAsHere, [endpoint, { address, tokenHash }, call]);
};

/**
 * Calls an endpoint in this process as the session's token, with its holds, breakers and limits. The
 * answer is the endpoint's own, errors included.
 */
export async function callInSession(visit: Visit, endpoint: AnyEndpoint, call: SessionCall = {}): ReturnType<Engine["callAs"]> {
  const isPaid = endpoint.access.kind === "premium";
  if (isPaid || endpoint.method !== "GET") requireOwnOrigin(visit.headers);
  if (isPaid && call.idempotencyKey === undefined) {
    throw new ApiError("invalid_idempotency_key", "A paid call from a page needs an Idempotency-Key.");
  }
  const { tokenHash } = await requireSession(visit);
  if (tokenHash === null) throw new ApiError("token_required", "The account has no token in use. Create one first.");
  return callAs(endpoint, visit, tokenHash, call);
}

/** Calls a free endpoint in this process for a reader who sent a form of this site. */
export async function callForVisitor(visit: Visit, endpoint: AnyEndpoint, call: SessionCall): ReturnType<Engine["callAs"]> {
  requireOwnOrigin(visit.headers);
  return callAs(endpoint, visit, null, call);
}
