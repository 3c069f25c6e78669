import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { hostsOfPage } from "@/lib/config/offered-wallets";
import { contentSecurity, isDevelopment } from "@/lib/config/page-policy.mjs";
import { THEME_HASH } from "@/lib/config/script-hash";

const POLICY = "Content-Security-Policy";

/** Pages only: neither the API nor the files of the build have scripts of their own. */
export const config = { matcher: ["/((?!api/|_next/).*)"] };

/**
 * Allows the inline scripts of a page by a nonce, which is new for each answer. Our node server hashes those of public
 * pages instead, so that it can keep them, and says so by a policy on the request; on Vercel no page is kept.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.headers.has(POLICY)) return NextResponse.next();
  const hosts = hostsOfPage(request.nextUrl.pathname);
  if (isDevelopment) return NextResponse.next({ headers: { [POLICY]: contentSecurity([], hosts) } });
  const nonce = randomBytes(16).toString("base64url");
  const headers = new Headers(request.headers);
  headers.set(POLICY, contentSecurity([`nonce-${nonce}`], hosts));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, contentSecurity([THEME_HASH, `nonce-${nonce}`], hosts));
  return response;
}
