import { consultClock } from "@/db/queries/clock";
import { countDryRun } from "@/db/queries/money/call/call-counters";
import { database } from "@/db/database";
import { serviceTime } from "@/lib/config/clock";
import { DRY_RUNS } from "@/lib/domain/money/call-breakers";
import { ApiError } from "@/lib/errors";
import { spendableOf } from "@/lib/loaders/money/holder-of";
import { readCredential } from "@/lib/money/call/credential";
import { uncharged } from "@/lib/money/call/paid-call";
import type { Answer, ApiRequest } from "./answer";
import { compute, NOBODY } from "./build";
import type { AnyEndpoint } from "./endpoint";
import { ageOf, hashedBody } from "./premium-body";
import { requireHolder } from "./steps/billing";
import { CORS_HEADERS } from "./steps/cors";
import { addressOf } from "./steps/limit";
import type { Input } from "./steps/parse";

function refuseTooMany(until: Date, now: Date): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  throw new ApiError(
    "rate_limit_exceeded",
    `More than ${DRY_RUNS.calls} dry runs in ${DRY_RUNS.windowSeconds} seconds by one account. Try again in ${seconds} seconds.`,
    { limit: DRY_RUNS.calls, remaining: 0, reset_seconds: seconds, scope: "per account per minute", retry_after: seconds },
    { "Retry-After": String(seconds) },
  );
}

/** Says what a call would do. Nothing is charged, kept or signed, and a payment that comes with it is refused. */
export async function answerDryRun(endpoint: AnyEndpoint, input: Input, request: ApiRequest): Promise<Answer> {
  const credential = readCredential(request.headers);
  if (credential.kind === "tx" || credential.kind === "x402") throw new ApiError("dry_run_takes_no_payment");
  const holder = await requireHolder(request, { acceptsSuspended: false });
  const db = await database();
  await consultClock(db);
  const now = serviceTime();
  const refusedUntil = await countDryRun(db, holder.accountId, now);
  if (refusedUntil) refuseTooMany(refusedUntil, now);
  const computed = await compute(endpoint, input, db, now, { ...NOBODY, holder, headers: request.headers, address: addressOf(request) });
  const body = { ...hashedBody(endpoint, computed.payload as object, ageOf(computed, now)), billing: uncharged(spendableOf(holder)) };
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "private, no-store", ...CORS_HEADERS };
  return { status: 200, headers, body: JSON.stringify(body) };
}
