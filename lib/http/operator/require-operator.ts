import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/config/env";
import { ApiError } from "@/lib/errors";
import { bearerOf } from "@/lib/money/call/credential";
import { LOCAL_HEADER } from "../limits/address-keys";

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

function hasToken(headers: Headers): boolean {
  const { METRICS_TOKEN } = env();
  const given = bearerOf(headers);
  return METRICS_TOKEN !== undefined && given !== null && timingSafeEqual(hashOf(given), hashOf(METRICS_TOKEN));
}

/**
 * On a public address a proxy stands in front. One that is not trusted by TRUSTED_PROXY may run on this machine and forward
 * without a trace, so that nobody can be told from a stranger.
 */
function isLocal(headers: Headers): boolean {
  const { isPublic, isVercel, TRUSTED_PROXY } = env();
  const mayHideProxy = isVercel || (isPublic && TRUSTED_PROXY === undefined);
  return !mayHideProxy && headers.get(LOCAL_HEADER) === "yes";
}

/** Throws unless the caller has the operator's token, or asks from this machine without a proxy. */
export function requireOperator(headers: Headers): void {
  if (!hasToken(headers) && !isLocal(headers)) throw new ApiError("operator_only");
}
