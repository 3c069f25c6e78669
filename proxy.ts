import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { hostsOfPage } from "@/lib/config/offered-wallets";
import { contentSecurity, isDevelopment } from "@/lib/config/page-policy.mjs";
import { ApiError } from "@/lib/errors";
import type { Answer } from "@/lib/http/answer";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { malformation, refusalPage } from "@/lib/http/malformed";
import { answerUnconfigured, unconfiguredPage } from "@/lib/http/unconfigured";
import { THEME_HASH } from "@/lib/config/script-hash";

const POLICY = "Content-Security-Policy";
const PAGE_METHODS = "GET, HEAD";

/** The API, documents and manifests refuse other methods by themselves. */
const isDeclared = (path: string): boolean => /^\/(?:api$|\.well-known\/|feed(?:[/.]|$)|[^/]+\.(?:txt|json|xml)$)/.test(path);

/** Pages only: neither the API nor the files of the build have scripts of their own, and the page to embed says its own policy. */
export const config = { matcher: ["/((?!api/|_next/|embed/uptime/[^/]+$).*)"] };

/**
 * Allows the inline scripts of a page by a nonce, which is new for each answer. Our node server hashes those of public
 * pages instead, so that it can keep them, and says so by a policy on the request; on Vercel no page is kept.
 */
/** Pages are read; what is sent to one is a form of Next's, which its own scripts or the browser send in parts. */
function isForPage({ method, headers }: NextRequest): boolean {
  if (method === "GET" || method === "HEAD") return true;
  return method === "POST" && (headers.has("next-action") || /^multipart\/form-data\b/i.test(headers.get("content-type") ?? ""));
}

function refuseMethod({ method, nextUrl }: NextRequest): NextResponse {
  const refusal = new ApiError(
    "method_not_allowed",
    `${method} is not allowed here; allowed are ${PAGE_METHODS}.`,
    {},
    { Allow: PAGE_METHODS },
  );
  return responseOf(errorAnswer(refusal, newRequestId(), nextUrl.pathname.slice(0, 200)));
}

const responseOf = ({ status, headers, body }: Answer): NextResponse => new NextResponse(body as BodyInit | null, { status, headers });

/** Programs get a problem in JSON, readers a page. */
const unconfigured = ({ nextUrl }: NextRequest): Answer | null =>
  isDeclared(nextUrl.pathname) ? answerUnconfigured(nextUrl.href) : unconfiguredPage();

const refuseMalformed = (malformed: ApiError, path: string): NextResponse =>
  responseOf(isDeclared(path) ? errorAnswer(malformed, newRequestId(), path.slice(0, 200)) : refusalPage(malformed));

export function proxy(request: NextRequest): NextResponse {
  const refusal = unconfigured(request);
  if (refusal) return responseOf(refusal);
  const { pathname, search } = request.nextUrl;
  const malformed = malformation(pathname + search, request.headers.get("cookie"));
  if (malformed) return refuseMalformed(malformed, pathname);
  if (!isForPage(request) && !isDeclared(request.nextUrl.pathname)) return refuseMethod(request);
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
