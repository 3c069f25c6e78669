import { consultClock } from "@/db/queries/clock";
import { database } from "@/db/database";
import { serviceTime } from "@/lib/config/clock";
import { DRY_RUNS } from "@/lib/domain/money/call-breakers";
import { ApiError } from "@/lib/errors";
import { spendableOf } from "@/lib/loaders/money/holder-of";
import { takeAccountUse } from "@/lib/loaders/money/take-account-use";
import { readCredential } from "@/lib/money/call/credential";
import { uncharged } from "@/lib/money/call/paid-call";
import type { Answer, ApiRequest } from "./answer";
import { compute, NOBODY } from "./build";
import type { AnyEndpoint } from "./endpoint";
import { ageOf, hashedBody } from "./premium-body";
import { requireHolder } from "./steps/billing";
import { CORS_HEADERS } from "./steps/cors";
import { addressOf } from "./limits/address-keys";
import type { Input } from "./steps/parse";

/** Says what a call would do. Nothing is charged, kept or signed, and a payment that comes with it is refused. */
export async function answerDryRun(endpoint: AnyEndpoint, input: Input, request: ApiRequest): Promise<Answer> {
  const credential = readCredential(request.headers);
  if (credential.kind === "tx" || credential.kind === "x402") throw new ApiError("dry_run_takes_no_payment");
  const holder = await requireHolder(request, { acceptsSuspended: false });
  const db = await database();
  await consultClock(db);
  const now = serviceTime();
  await takeAccountUse(db, holder.accountId, DRY_RUNS, now);
  const computed = await compute(endpoint, input, db, now, { ...NOBODY, holder, headers: request.headers, address: addressOf(request) });
  const body = { ...hashedBody(endpoint, computed.payload as object, ageOf(computed, now)), billing: uncharged(spendableOf(holder)) };
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "private, no-store", ...CORS_HEADERS };
  return { status: 200, headers, body: JSON.stringify(body) };
}
