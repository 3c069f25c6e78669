import { env } from "@/lib/config/env";
import { EMBARGOED, EMBARGO_REFERENCE } from "@/lib/domain/money/selling";
import { ApiError } from "@/lib/errors";

/** Country of the caller (ISO 3166-1 alpha-2) from Vercel's edge. Null elsewhere, because any caller could forge the header. */
function countryOf(headers: Headers): string | null {
  const { isVercel, TRUSTED_PROXY } = env();
  return isVercel || TRUSTED_PROXY === "vercel" ? headers.get("x-vercel-ip-country")?.trim().toUpperCase() || null : null;
}

export function refuseEmbargoed(headers: Headers): void {
  const country = countryOf(headers);
  if (country === null || !EMBARGOED.has(country)) return;
  throw new ApiError("jurisdiction_blocked", undefined, { country, reference: EMBARGO_REFERENCE });
}
