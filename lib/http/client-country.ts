import { env } from "@/lib/env";

/** Where a request came from (ISO 3166-1 alpha-2), as Vercel's edge says it; null elsewhere: a header that any caller could write says nothing. */
export function countryOf(headers: Headers): string | null {
  const { isVercel, TRUSTED_PROXY } = env();
  return isVercel || TRUSTED_PROXY === "vercel" ? headers.get("x-vercel-ip-country")?.trim().toUpperCase() || null : null;
}
