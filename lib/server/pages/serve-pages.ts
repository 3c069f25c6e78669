import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { contentSecurity } from "@/lib/config/page-policy.mjs";
import { describeError, log } from "@/lib/config/log";
import { pathOf } from "@/lib/http/target";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import type { AnyPage } from "@/lib/pages/define";
import { collectAnswer, type CollectedAnswer } from "./collect-answer";
import { createPageAddresses, hasSession, variesByKnown, type PageAddress } from "./page-address";
import { sendRefusal } from "./refusal-page";
import { createRenderLimit, type RenderLimit } from "./render-limit";
import { hashScripts } from "./script-hashes";
import { packed, sendPacked, type PackedAnswer } from "./packed-answer";

/** Pages show ages in minutes, so none may be kept longer than that, even while the data is unchanged. */
const TTL_MS = 30_000;
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** A page that takes longer would hold up all others. */
const PATIENCE_MS = 30_000;

/** For readers without a session: the same for all of them, and to be asked for again each time. */
const FOR_ALL = "public, max-age=0, must-revalidate";

interface KeptPage {
  answer: PackedAnswer;
  expiresAt: number;
  versions: string;
}

const versionsNow = (): string => [...preparedStore().versions].map(([dataset, version]) => `${dataset}:${version}`).join();

const headerOf = ({ headers }: CollectedAnswer, name: string): string => String(headers[name] ?? "");
const isDocument = (answer: CollectedAnswer): boolean => headerOf(answer, "content-type").startsWith("text/html");
const isRendering = (answer: CollectedAnswer): boolean =>
  isDocument(answer) || headerOf(answer, "content-type").startsWith("text/x-component");

/** Marks of a part that failed: React's own in a document and in a router's answer, and that of our blocks in both. */
const FAILED_PART = /data-dgst="|^[\da-f]+:E\{|data-failed-block|"kind":"failed"/m;

/** The next reader of such a page may have more luck. */
const hasFailedPart = ({ body }: CollectedAnswer): boolean => FAILED_PART.test(body.toString("latin1"));

const mayBeKept = (answer: CollectedAnswer): boolean =>
  answer.status === 200 &&
  isRendering(answer) &&
  answer.headers["set-cookie"] === undefined &&
  !/\b(?:private|no-store)\b/i.test(headerOf(answer, "cache-control")) &&
  variesByKnown(headerOf(answer, "vary")) &&
  answer.body.byteLength <= MAX_PAGE_BYTES &&
  !hasFailedPart(answer);

/** Everything that Next renders, and what it serves beside it; the files of the build need neither limit nor policy. */
const isNextsOwn = (path: string): boolean => path.startsWith("/api/") || path.startsWith("/_next/static/");

/** Allows the scripts of a document by hash; the nonce of its rendering ends here. */
function withHashes(answer: CollectedAnswer, nonce: string): CollectedAnswer {
  if (!isDocument(answer)) return answer;
  const { html, hashes } = hashScripts(answer.body.toString("utf8"), nonce);
  const link = headerOf(answer, "link").replaceAll(`; nonce="${nonce}"`, "");
  const headers = { ...answer.headers, ...(link === "" ? {} : { link }), "content-security-policy": contentSecurity(hashes) };
  return { ...answer, headers, body: Buffer.from(html) };
}

/**
 * Answers pages whole. Public ones are kept for readers without a session, and their inline scripts are allowed by hash.
 * All rendering is limited, by address and in parallel.
 */
export function servePages(
  next: RequestListener,
  publicPages: readonly AnyPage[],
  limit: RenderLimit = createRenderLimit(),
): RequestListener {
  const addressOf = createPageAddresses(publicPages);
  const pages = new LRUCache<string, KeptPage>({ maxSize: MAX_BYTES, sizeCalculation: ({ answer }, key) => answer.size + key.length });
  const rendering = new Map<string, Promise<unknown>>();

  function keptPage(key: string): PackedAnswer | null {
    const page = pages.get(key);
    const isFresh = page && page.expiresAt > Date.now() && page.expiresAt - Date.now() <= TTL_MS && page.versions === versionsNow();
    return isFresh ? page.answer : null;
  }

  /** Next's answer, rendered when its turn has come; null when the reader has left or was refused. */
  async function render(request: IncomingMessage, response: ServerResponse): Promise<CollectedAnswer | null> {
    const refusal = await limit.refusal(request);
    if (refusal) return (sendRefusal(response, refusal), null);
    const answer = await limit.inTurn(async () => {
      if (response.destroyed) return null;
      const impatience = setTimeout(() => response.destroy(), PATIENCE_MS);
      const collected = await collectAnswer(response, () => next(request, response));
      clearTimeout(impatience);
      return collected;
    });
    if (answer && !isRendering(answer)) limit.giveBack(request);
    return answer;
  }

  async function renderPublic(request: IncomingMessage, response: ServerResponse, target: string): Promise<CollectedAnswer | null> {
    const nonce = randomBytes(16).toString("base64url");
    request.url = target;
    // The response to HEAD drops its body by itself, and the next reader may want it.
    request.method = "GET";
    request.headers["content-security-policy"] = contentSecurity([`nonce-${nonce}`]);
    const answer = await render(request, response);
    return answer && withHashes(answer, nonce);
  }

  /** Renders a page for everybody who asks for it meanwhile; nothing of the one who asked first gets into it. */
  async function renderForAll(
    request: IncomingMessage,
    response: ServerResponse,
    { target, key }: PageAddress,
  ): Promise<PackedAnswer | null> {
    const versions = versionsNow();
    for (const name of ["cookie", "authorization"]) delete request.headers[name];
    response.setHeader("Cache-Control", FOR_ALL);
    const answer = await renderPublic(request, response, target);
    if (!answer) return null;
    const sent = await packed(answer);
    if (mayBeKept(answer)) pages.set(key, { answer: sent, expiresAt: Date.now() + TTL_MS, versions });
    return sent;
  }

  async function forAll(request: IncomingMessage, response: ServerResponse, address: PageAddress): Promise<PackedAnswer | null> {
    for (;;) {
      const kept = keptPage(address.key);
      if (kept) return kept;
      const running = rendering.get(address.key);
      if (!running) break;
      await running.catch(() => undefined);
      if (response.destroyed) return null;
    }
    const mine = renderForAll(request, response, address).finally(() => rendering.delete(address.key));
    rendering.set(address.key, mine);
    return mine;
  }

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<PackedAnswer | null> {
    const address = addressOf(request);
    if (address && !hasSession(request)) return forAll(request, response, address);
    const answer = await (address ? renderPublic(request, response, address.target) : render(request, response));
    return answer && packed(answer);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encodings = request.headers["accept-encoding"];
    // Next would compress by itself, and what is compressed cannot be hashed.
    for (const name of ["accept-encoding", "content-security-policy", "content-security-policy-report-only"]) delete request.headers[name];
    const answer = await answerTo(request, response);
    if (answer) sendPacked(response, answer, encodings);
  }

  return (request, response) => {
    if (isNextsOwn(pathOf(request.url ?? "/"))) return next(request, response);
    serve(request, response).catch((error: unknown) => {
      log.error("a page failed", { url: request.url?.slice(0, 200), error: describeError(error) });
      response.destroy();
    });
  };
}
