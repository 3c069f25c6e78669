import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { hostsOfPage } from "@/lib/config/offered-wallets";
import { contentSecurity } from "@/lib/config/page-policy.mjs";
import { ASKED_PATH_HEADER, pathOf } from "@/lib/http/target";
import { collectAnswer, headerOf, type CollectedResponse } from "./collect-answer";
import { sendRefusal } from "./refusal-page";
import type { RenderLimit } from "./render-limit";
import { scriptHash, THEME_HASH } from "@/lib/config/script-hash";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

interface HashedDocument {
  html: string;
  /** Hashes of every inline script that may run. */
  hashes: string[];
}

/**
 * Replaces the nonce of inline scripts by hashes, which stay true while the document is cached. Only Next's own
 * scripts have this rendering's nonce: a script that came in with data cannot know it, is not hashed, and does not
 * run. Neighbouring scripts become one, because each hash lengthens the headers.
 */
function hashScripts(html: string, nonce: string): HashedDocument {
  const mark = ` nonce="${nonce}"`;
  const texts: string[] = [];
  const parts: string[] = [];
  let end = 0;
  let isOpen = false;
  for (const { 0: whole, 1: attributes = "", 2: text = "", index } of html.matchAll(SCRIPT)) {
    if (text === "" || !attributes.includes(mark)) continue;
    const isPlain = attributes === mark;
    if (isOpen && isPlain && index === end) {
      texts.push(`${texts.pop() ?? ""};${text}`);
      parts.push(";", text);
    } else {
      texts.push(text);
      parts.push(isOpen ? "</script>" : "", html.slice(end, index), `<script${attributes}>`, text);
    }
    isOpen = true;
    end = index + whole.length;
  }
  parts.push(isOpen ? "</script>" : "", html.slice(end));
  return { html: parts.join("").replaceAll(mark, ""), hashes: [...new Set([THEME_HASH, ...texts.map(scriptHash)])] };
}

/** A page that takes longer would hold up all others. */
const PATIENCE_MS = 30_000;

const isDocument = (answer: CollectedResponse): boolean => headerOf(answer, "content-type").startsWith("text/html");

/**
 * Header of Next's own request, which needs no second place. Next sends an action that another page
 * has to itself, and the first call keeps its place until that is answered. Nobody else knows the
 * secret.
 */
const WAITED_FOR = "x-waited-for";
const SECRET = randomBytes(16).toString("base64url");

/** Where Next answers an address that no route matches. */
const NOT_FOUND = "/_not-found";

/** What Next sends when a route finds nothing: a document that is empty until its scripts have run. */
const isEmptyNotFound = (answer: CollectedResponse): boolean =>
  answer.status === 404 && isDocument(answer) && answer.body.includes('id="__next_error__"');

/** A document, or the part of one that Next's router asks for. */
export const isRendering = (answer: CollectedResponse): boolean =>
  isDocument(answer) || headerOf(answer, "content-type").startsWith("text/x-component");

/** Allows the scripts of a document by hash; the nonce of its rendering ends here. */
function withHashes(answer: CollectedResponse, nonce: string, path: string): CollectedResponse {
  if (!isDocument(answer)) return answer;
  const { html, hashes } = hashScripts(answer.body.toString("utf8"), nonce);
  const link = headerOf(answer, "link").replaceAll(`; nonce="${nonce}"`, "");
  const headers = {
    ...answer.headers,
    ...(link === "" ? {} : { link }),
    "content-security-policy": contentSecurity(hashes, hostsOfPage(path)),
  };
  return { ...answer, headers, body: Buffer.from(html) };
}

/** Clears the first rendering from the response. Then it asks for the page of a 404, which is told the address. */
function turnToNotFound(
  request: IncomingMessage,
  response: ServerResponse,
  { asked, listeners }: { asked: string; listeners: ReadonlySet<unknown> },
): void {
  for (const name of response.getHeaderNames()) if (name !== "cache-control") response.removeHeader(name);
  // Listeners that the first rendering left would add up with those of the second.
  for (const listener of response.listeners("close")) if (!listeners.has(listener)) response.off("close", listener as () => void);
  request.url = NOT_FOUND;
  request.headers[ASKED_PATH_HEADER] = asked;
}

async function collectPage(next: RequestListener, request: IncomingMessage, response: ServerResponse): Promise<CollectedResponse | null> {
  if (response.destroyed) return null;
  const asked = pathOf(request.url ?? "/");
  delete request.headers[ASKED_PATH_HEADER];
  const impatience = setTimeout(() => response.destroy(), PATIENCE_MS);
  const listeners = new Set(response.listeners("close"));
  let answer = await collectAnswer(response, () => next(request, response));
  if (answer && isEmptyNotFound(answer)) {
    turnToNotFound(request, response, { asked, listeners });
    answer = await collectAnswer(response, () => next(request, response));
  }
  clearTimeout(impatience);
  return answer;
}

export interface PageRenderer {
  /** Next's answer, when its turn has come; null when the reader has left or was refused. */
  render(request: IncomingMessage, response: ServerResponse): Promise<CollectedResponse | null>;
  /** Renders the address of a public page, and allows its scripts by hash. */
  renderPublic(request: IncomingMessage, response: ServerResponse, target: string): Promise<CollectedResponse | null>;
}

export function createPageRenderer(next: RequestListener, limit: RenderLimit): PageRenderer {
  async function render(request: IncomingMessage, response: ServerResponse): Promise<CollectedResponse | null> {
    if (request.headers[WAITED_FOR] === SECRET) return collectPage(next, request, response);
    if (request.method === "POST") request.headers[WAITED_FOR] = SECRET;
    const refusal = await limit.refusal(request);
    if (refusal) {
      sendRefusal(response, refusal);
      return null;
    }
    const answer = await limit.inTurn(() => collectPage(next, request, response));
    if (answer && !isRendering(answer)) limit.giveBack(request);
    return answer;
  }

  async function renderPublic(request: IncomingMessage, response: ServerResponse, target: string): Promise<CollectedResponse | null> {
    const nonce = randomBytes(16).toString("base64url");
    request.url = target;
    // The response to HEAD drops its body by itself, and the next reader may want it.
    request.method = "GET";
    request.headers["content-security-policy"] = contentSecurity([`nonce-${nonce}`]);
    const answer = await render(request, response);
    return answer && withHashes(answer, nonce, pathOf(target));
  }

  return { render, renderPublic };
}
