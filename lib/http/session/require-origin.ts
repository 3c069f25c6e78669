import { env } from "@/lib/config/env";
import { parseUrl } from "@/lib/domain/basics/parse-url";
import { ApiError } from "@/lib/errors";

/** Throws unless a page of this site sent the request. Browsers send `Origin` with every form. */
export function requireOwnOrigin(headers: Headers): void {
  const origin = parseUrl(headers.get("origin") ?? "");
  const { PUBLIC_BASE_URL: own, isVercel } = env();
  // Vercel leads only hosts of the project here, and a deployment has several.
  const isAsked = (own === undefined || isVercel) && origin?.host === headers.get("host");
  const isOwn = origin !== null && (isAsked || (own !== undefined && origin.origin === new URL(own).origin));
  const site = headers.get("sec-fetch-site");
  if (!isOwn || (site !== null && site !== "same-origin")) throw new ApiError("foreign_origin");
}
