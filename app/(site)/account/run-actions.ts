"use server";

import { z } from "zod";
import type { SessionResponse } from "@/components/premium/run-call";
import { parseUrl } from "@/lib/domain/basics/parse-url";
import { endpoints } from "@/lib/endpoints";
import { ApiError } from "@/lib/errors";
import { accountFacts } from "@/lib/http/session/account-facts";
import { currentSession } from "@/lib/http/session/account-session";
import { callInSession } from "@/lib/http/session/call-in-session";
import { addressPattern, pathValuesOf } from "@/lib/pages/address";
import { accepted, act, IdempotencyKey } from "./act";

/** Credits of the account of whoever is signed in; null for nobody. */
export async function readOwnBalance(): Promise<number | null> {
  const read = await act("/account", async (visit) => {
    const session = await currentSession(visit);
    return session && (await accountFacts(session)).spendable;
  });
  return read.kind === "done" ? read.result : null;
}

const Address = z.string().startsWith("/api/premium/").max(4000);

/** The paid call that an address asks for, as a premium block of a page does. */
function callOf(address: string) {
  const url = parseUrl(accepted(Address, address, "address"), "http://in-process");
  const found = endpoints.flatMap((endpoint) => {
    const isReading = endpoint.method === "GET" && endpoint.access.kind === "premium";
    const match = isReading && url ? addressPattern(endpoint.path).exec(url.pathname) : null;
    return match ? [{ endpoint, params: pathValuesOf(match.groups ?? {}) }] : [];
  })[0];
  if (!found || !url) throw new ApiError("not_found", "This page asked for a call that does not exist.");
  return { ...found, query: Object.fromEntries(url.searchParams) };
}

/**
 * Runs a paid call on the session's account. `key` was made when the block was first sent: a repeat
 * is charged once.
 */
export async function runInSession(address: string, key: string): Promise<SessionResponse> {
  const outcome = await act("/api/premium", async (visit) => {
    const idempotencyKey = accepted(IdempotencyKey, key, "key");
    const { endpoint, query, params } = callOf(address);
    return callInSession(visit, endpoint, { query, params, idempotencyKey });
  });
  if (outcome.kind === "done") return outcome.result;
  if (outcome.kind === "idle") throw new Error("an action has an outcome");
  const { status, message, code, requestId, retryAfterSeconds } = outcome;
  return { status, body: { error: code, message, request_id: requestId, retry_after: retryAfterSeconds } };
}
