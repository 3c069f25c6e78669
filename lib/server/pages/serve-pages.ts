import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describeError, log } from "@/lib/config/log";
import { markdownTwin } from "@/lib/domain/pages/docs/markdown-twin";
import { cacheableWithAddress } from "@/lib/http/own-address";
import { pathOf } from "@/lib/http/target";
import { createPageCache } from "./page-cache";
import { packed, sendPacked, type PackedResponse } from "./packed-answer";
import { createPageAddresses, hasSession, type PublicPage } from "./page-address";
import { createRenderLimit } from "./render-limit";
import { createPageRenderer } from "./render-page";

/** For readers without a session: the same for all of them, and to be asked for again each time. */
const FOR_ALL = "public, max-age=0, must-revalidate";

/** Neither the API nor the files of the build are rendered. */
const isNotRendered = (path: string): boolean => path.startsWith("/api/") || path.startsWith("/_next/static/");

/** Next would compress by itself, and what is compressed cannot be hashed. A policy on the request is for us to set. */
const NOT_PASSED_ON = ["accept-encoding", "content-security-policy", "content-security-policy-report-only"];
/** Headers of the first reader that must not get into a page for all. */
const PERSONAL = ["cookie", "authorization"];

/** Lets only this process cache a page. A page names its own address, and other caches may know it by another. */
function forOthers(answer: PackedResponse): PackedResponse {
  const given = answer.headers["cache-control"];
  return given === FOR_ALL ? { ...answer, headers: { ...answer.headers, "cache-control": cacheableWithAddress(FOR_ALL) } } : answer;
}

/** Next replaces the configured Vary by its own, so Accept is added here. */
function saysAccept(answer: PackedResponse, path: string): PackedResponse {
  const vary = String(answer.headers.vary ?? "");
  if (markdownTwin(path) === null || /(?:^|,)\s*accept\s*(?:,|$)/i.test(vary)) return answer;
  return { ...answer, headers: { ...answer.headers, vary: [vary, "Accept"].filter(Boolean).join(", ") } };
}

const without = ({ headers }: IncomingMessage, names: readonly string[]): void => {
  for (const name of names) delete headers[name];
};

/**
 * Answers pages whole. Public pages are cached for readers without a session, and their inline scripts are allowed
 * by hash. All rendering is limited, by address and in parallel. `readVersions` reads the datasets' versions, if
 * they are not young, so that no page of older data is sent. It resolves to false when they cannot be read.
 */
export function servePages(
  next: RequestListener,
  publicPages: readonly PublicPage[],
  readVersions: () => Promise<boolean>,
): RequestListener {
  const addressOf = createPageAddresses(publicPages);
  const cache = createPageCache();
  const { render, renderPublic } = createPageRenderer(next, createRenderLimit());

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<PackedResponse | null> {
    const address = addressOf(request);
    if (address && !hasSession(request)) {
      const renderForAll = () => {
        without(request, PERSONAL);
        response.setHeader("Cache-Control", FOR_ALL);
        return renderPublic(request, response, address.target);
      };
      const isKnown = await readVersions().catch(() => false);
      const answer = await cache.answer(address.key, renderForAll, { hasLeft: () => response.destroyed, takesOutdated: !isKnown });
      return answer && forOthers(answer);
    }
    const answer = await (address ? renderPublic(request, response, address.target) : render(request, response));
    return answer && packed(answer);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path, encodings] = [pathOf(request.url ?? "/"), request.headers["accept-encoding"]];
    without(request, NOT_PASSED_ON);
    const answer = await answerTo(request, response);
    if (answer) sendPacked(response, saysAccept(answer, path), encodings);
  }

  return (request, response) => {
    if (isNotRendered(pathOf(request.url ?? "/"))) return next(request, response);
    serve(request, response).catch((error: unknown) => {
      log.error("a page failed", { url: request.url?.slice(0, 200), error: describeError(error) });
      response.destroy();
    });
  };
}
