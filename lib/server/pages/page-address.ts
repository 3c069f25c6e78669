import type { IncomingMessage } from "node:http";
import { SESSION_COOKIES } from "@/lib/config/session-cookies";
import { markdownTwin } from "@/lib/domain/pages/docs/markdown-twin";
import { OFFER_HEADER } from "@/lib/http/demo-offer";
import { prefersMarkdown } from "@/lib/http/prefers-markdown";
import { pathOf } from "@/lib/http/target";
import type { AnyPage } from "@/lib/pages/define";
import { addressPattern } from "@/lib/domain/basics/address-pattern";

/** Headers by which Next answers an address with a document, or with a part that its router asks for. */
const ROUTER_HEADERS = ["rsc", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch", "next-url"] as const;
/**
 * Variance that still lets an answer be cached. The cache's key has the router's headers, each reader's
 * encoding is made from the cached answer, and whoever is given Markdown by `Accept` has no key.
 */
const KNOWN_VARIANCE: ReadonlySet<string> = new Set([...ROUTER_HEADERS, "accept", "accept-encoding"]);
/** Parameter of the router's own requests, a digest of the headers above. Without it Next redirects. */
const ROUTER_DIGEST = "_rsc";

const MAX_TARGET = 1024;
const MAX_KEY = 8192;

/** A page that is the same for all readers, as far as its addresses go. */
export interface PublicPage {
  path: string;
  /** Names, in the order of the declaration. */
  parameters: readonly string[];
}

export const asPublicPage = ({ path, parameters }: AnyPage): PublicPage => ({ path, parameters: Object.keys(parameters as object) });

export interface PageAddress {
  /**
   * The address with the page's own parameters only. It alone is rendered, so that nothing else can get
   * into the cache.
   */
  target: string;
  key: string;
}

const isRouterRequest = ({ headers }: IncomingMessage): boolean => headers.rsc !== undefined;

/** The page's parameters as they were given, in the declaration's order. The page names one that is not accepted. */
function searchOf({ parameters }: PublicPage, given: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of parameters) {
    for (const value of given.getAll(name)) if (value !== "") search.append(name, value);
  }
  return search;
}

const withSearch = (path: string, search: URLSearchParams): string => (search.size === 0 ? path : `${path}?${search}`);

/** Finds the public page that a request asks for; null for any other request. */
export function createPageAddresses(publicPages: readonly PublicPage[]): (request: IncomingMessage) => PageAddress | null {
  const patterns = publicPages.map((page) => ({ page, pattern: addressPattern(page.path) }));
  return (request) => {
    const given = request.url ?? "/";
    if ((request.method !== "GET" && request.method !== "HEAD") || given.length > MAX_TARGET) return null;
    const path = pathOf(given);
    if (markdownTwin(path) !== null && prefersMarkdown(request.headers.accept)) return null;
    const page = patterns.find(({ pattern }) => pattern.test(path))?.page;
    if (!page) return null;
    const params = new URLSearchParams(given.slice(path.length));
    const search = searchOf(page, params);
    const variant = [...ROUTER_HEADERS, OFFER_HEADER].map((name) => String(request.headers[name] ?? ""));
    const key = [withSearch(path, search), ...variant].join("\n");
    if (key.length > MAX_KEY) return null;
    const digest = params.get(ROUTER_DIGEST);
    if (isRouterRequest(request) && digest !== null) search.set(ROUTER_DIGEST, digest);
    return { target: withSearch(path, search), key };
  };
}

/** A reader with a session may be shown what is theirs. */
export const hasSession = ({ headers: { cookie = "" } }: IncomingMessage): boolean =>
  cookie.split(";").some((pair) => (SESSION_COOKIES as readonly string[]).includes(pair.split("=", 1)[0]?.trim() ?? ""));

export const variesByKnown = (vary: string): boolean =>
  vary
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .every((name) => name === "" || KNOWN_VARIANCE.has(name));
