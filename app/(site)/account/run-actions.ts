"use server";

import { z } from "zod";
import type { SessionResponse } from "@/components/premium/run-call";
import { LONGEST_FORM_BYTES } from "@/lib/config/page-policy.mjs";
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

/** A text that a page hands over as it was pasted. */
const Text = z.string().max(LONGEST_FORM_BYTES).optional();

/** The paid call that an address asks for, as a premium block of a page does. With a text it is one that takes texts of any type. */
function callOf(address: string, text: string | undefined) {
  const url = parseUrl(accepted(Address, address, "address"), "http://in-process");
  const found = endpoints.flatMap((endpoint) => {
    const isTaken = text === undefined ? endpoint.method === "GET" : endpoint.bodyTypes !== undefined;
    const match = isTaken && endpoint.access.kind === "premium" && url ? addressPattern(endpoint.path).exec(url.pathname) : null;
    return match ? [{ endpoint, params: pathValuesOf(match.groups ?? {}) }] : [];
  })[0];
  if (!found || !url) throw new ApiError("not_found", "This page asked for a call that does not exist.");
  return { ...found, query: Object.fromEntries(url.searchParams) };
}

/**
 * Runs a paid call on the session's account. `key` was made when the block was first sent: a repeat
 * is charged once.
 */
export async function runInSession(address: string, key: string, body?: string): Promise<SessionResponse> {
  const outcome = await act("/api/premium", async (visit) => {
    const idempotencyKey = accepted(IdempotencyKey, key, "key");
    const text = accepted(Text, body, "body");
    const { endpoint, query, params } = callOf(address, text);
    return callInSession(visit, endpoint, { query, params, idempotencyKey, body: text });
  });
  if (outcome.kind === "done") return outcome.result;
  if (outcome.kind === "idle") throw new Error("an action has an outcome");
  const { status, message, code, requestId, retryAfterSeconds } = outcome;
  return { status, body: { error: code, message, request_id: requestId, retry_after: retryAfterSeconds } };
}
