import { docMarkdown } from "@/lib/domain/pages/docs/doc-markdown";
import { docAt } from "@/lib/docs/pages/doc-at";
import { thisSite } from "@/lib/docs/pages/this-site";
import { ApiError } from "@/lib/errors";
import { toResponse } from "@/lib/http/answer";
import { asApiError } from "@/lib/http/call/as-api-error";
import { countVisit } from "@/lib/http/session/engine";
import { cacheableWithAddress } from "@/lib/http/own-address";
import { serveRefusals } from "@/lib/http/call/serve";
import { addressOf } from "@/lib/http/limits/address-keys";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";

export const dynamic = "force-dynamic";

/** The documentation changes only with a release. */
const KEPT_SECONDS = 300;

const headers = () => ({
  "Content-Type": "text/markdown; charset=utf-8",
  "Cache-Control": cacheableWithAddress(`public, max-age=${KEPT_SECONDS}`),
  "Access-Control-Allow-Origin": "*",
  "X-Content-Type-Options": "nosniff",
});

function markdownAt([first, ...segments]: readonly string[]): string {
  const site = thisSite();
  const doc = first === "docs" ? docAt(site, segments) : null;
  if (doc === null) throw new ApiError("not_found", `There is no such page of the documentation; ${site.baseUrl}/docs.md lists them all.`);
  return docMarkdown(doc, site.baseUrl);
}

/** Pages of the documentation as Markdown. Rewrites lead here from the addresses of the pages with `.md`. */
export async function GET(request: Request, { params }: { params: Promise<{ page: string[] }> }): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    await countVisit(addressOf(request));
    return new Response(markdownAt((await params).page), { headers: headers() });
  } catch (error) {
    const requestId = newRequestId();
    return toResponse(errorAnswer(asApiError(error, "/docs", requestId), requestId, pathname.slice(0, 200)));
  }
}

export const { POST, PUT, PATCH, DELETE } = serveRefusals(["GET"], "GET, HEAD, OPTIONS");
