import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { hostsOfPage } from "@/lib/config/offered-wallets";
import { contentSecurity, isDevelopment } from "@/lib/config/page-policy.mjs";
import { parseUrl } from "@/lib/domain/basics/parse-url";
import { markdownTwin } from "@/lib/domain/pages/docs/markdown-twin";
import { ApiError } from "@/lib/errors";
import type { ApiResponse } from "@/lib/http/answer";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import { actionFault } from "@/lib/http/session/action-fault";
import { malformation, refusalPage } from "@/lib/http/call/malformed";
import { requireOwnOrigin } from "@/lib/http/session/require-origin";
import { answerUnconfigured, unconfiguredPage } from "@/lib/http/call/unconfigured";
import { prefersMarkdown } from "@/lib/http/prefers-markdown";
import { THEME_HASH } from "@/lib/config/script-hash";

const POLICY = "Content-Security-Policy";
const PAGE_METHODS = "GET, HEAD";

/** The API, documents and manifests refuse other methods by themselves. */
const isDeclared = (path: string): boolean => /^\/(?:api$|\.well-known\/|feed(?:[/.]|$)|[^/]+\.(?:txt|json|xml)$)/.test(path);

/** Files of `public` have a dot in their name, and pages at the root have none. */
const isFile = (path: string): boolean => /^\/[^/]+\.[^/]+$/.test(path);

/** Pages only: neither the API nor the files of the build have scripts of their own, and the pages to embed say their own policy. */
export const config = { matcher: ["/((?!api/|_next/|embed/(?:map|uptime/[^/]+|price/[^/]+/.+)$).*)"] };

/** Pages are read; what is sent to one is a form of Next's, which its own scripts or the browser send in parts. */
const isForm = ({ method, headers }: NextRequest): boolean =>
  method === "POST" && (headers.has("next-action") || /^multipart\/form-data\b/i.test(headers.get("content-type") ?? ""));

const isForPage = (request: NextRequest): boolean => request.method === "GET" || request.method === "HEAD" || isForm(request);

function refuseMethod({ method, nextUrl }: NextRequest): NextResponse {
  const refusal = new ApiError(
    "method_not_allowed",
    `${method} is not allowed here; allowed are ${PAGE_METHODS}.`,
    {},
    { Allow: PAGE_METHODS },
  );
  return responseOf(errorAnswer(refusal, newRequestId(), nextUrl.pathname.slice(0, 200)));
}

const responseOf = ({ status, headers, body }: ApiResponse): NextResponse => new NextResponse(body as BodyInit | null, { status, headers });

/** Programs get a problem in JSON, readers a page. */
const unconfigured = ({ nextUrl }: NextRequest): ApiResponse | null =>
  isDeclared(nextUrl.pathname) ? answerUnconfigured(nextUrl.href) : unconfiguredPage();

const refuse = (fault: ApiError, path: string): NextResponse =>
  responseOf(isDeclared(path) ? errorAnswer(fault, newRequestId(), path.slice(0, 200)) : refusalPage(fault));

/** Forms and calls of pages come from pages of this site, and are what such a page sends. */
async function faultOfForm(request: NextRequest): Promise<ApiError | null> {
  try {
    requireOwnOrigin(request.headers);
    return await actionFault(request);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Next compares the origin of a form, which was accepted, with the host of its request, which a proxy may have renamed. */
function headersFor(request: NextRequest): Headers {
  const headers = new Headers(request.headers);
  const origin = isForm(request) ? parseUrl(headers.get("origin") ?? "") : null;
  if (origin) headers.set("x-forwarded-host", origin.host);
  return headers;
}

/** Where the reader of a documentation page is sent who would rather have its Markdown; the page's address stays. */
function markdownFor({ nextUrl, method, headers }: NextRequest): URL | null {
  const isRead = method === "GET" || method === "HEAD";
  const hasTwin = isRead && markdownTwin(nextUrl.pathname) !== null;
  return hasTwin && prefersMarkdown(headers.get("accept")) ? new URL(`/markdown${nextUrl.pathname}`, nextUrl) : null;
}

/**
 * Allows the inline scripts of a page by a nonce, which is new for each answer. Our node server hashes those of public
 * pages instead, so that it can keep them, and says so by a policy on the request; on Vercel no page is kept.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const refusal = unconfigured(request);
  if (refusal) return responseOf(refusal);
  const { pathname, search } = request.nextUrl;
  const malformed = malformation(pathname + search, request.headers.get("cookie"));
  if (malformed) return refuse(malformed, pathname);
  if ((!isForPage(request) || (isForm(request) && isFile(pathname))) && !isDeclared(pathname)) return refuseMethod(request);
  const markdown = markdownFor(request);
  if (markdown) return NextResponse.rewrite(markdown);
  const fault = isForm(request) ? await faultOfForm(request) : null;
  if (fault) return refuse(fault, pathname);
  if (request.headers.has(POLICY)) return NextResponse.next();
  const hosts = hostsOfPage(pathname);
  const headers = headersFor(request);
  if (isDevelopment) return NextResponse.next({ request: { headers }, headers: { [POLICY]: contentSecurity([], hosts) } });
  const nonce = randomBytes(16).toString("base64url");
  headers.set(POLICY, contentSecurity([`nonce-${nonce}`], hosts));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(POLICY, contentSecurity([THEME_HASH, `nonce-${nonce}`], hosts));
  return response;
}
