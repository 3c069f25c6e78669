import { parseUrl } from "@/lib/domain/basics/parse-url";
import { isTrackingName } from "@/lib/domain/basics/tracking-names";

/** Names that are tracking only with the values that feeds use. */
const AMBIGUOUS_NAMES = new Set(["source", "src", "from", "format", "feature", "cid"]);
const FEED_VALUE = /^(?:rss|feed|atom|social|twitter|facebook|newsletter|email)/i;

const REDIRECTORS: readonly { host: RegExp; path: RegExp; names: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, names: ["q", "url"] },
  { host: /^(?:l|lm)\.facebook\.com$/, path: /^\/l\.php$/, names: ["u"] },
  { host: /^out\.reddit\.com$/, path: /./, names: ["url"] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, names: ["z"] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, names: ["q"] },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/redir\/redirect$/, names: ["url"] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, names: ["url"] },
];

const MAX_UNWRAPS = 3;
const MAX_LENGTH = 2000;

function parse(address: string, base?: string): URL | null {
  const url = parseUrl(address, base);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : null;
}

function unwrapRedirects(url: URL): URL {
  let current = url;
  for (let step = 0; step < MAX_UNWRAPS; step += 1) {
    const redirector = REDIRECTORS.find((candidate) => candidate.host.test(current.hostname) && candidate.path.test(current.pathname));
    const target = redirector?.names.map((name) => current.searchParams.get(name)).find((value) => value !== null && value !== "");
    const next = target ? parse(target) : null;
    if (next === null) return current;
    current = next;
  }
  return current;
}

const isTracking = (name: string, value: string): boolean =>
  isTrackingName(name) || (AMBIGUOUS_NAMES.has(name.toLowerCase()) && FEED_VALUE.test(value));

function withoutTracking(url: URL): URL {
  const kept = [...url.searchParams].filter(([name, value]) => !isTracking(name, value));
  // Only dropping a parameter rewrites the query: sites may compare addresses literally.
  if (kept.length !== [...url.searchParams].length) url.search = new URLSearchParams(kept).toString();
  return url;
}

/** The address shown to readers. It is absolute http(s), without tracking, redirects, credentials or fragment. */
export function articleUrl(address: string, base?: string): string | null {
  const cleaned = address.replace(/\p{Cc}/gu, "").trim();
  if (cleaned === "" || cleaned.length > MAX_LENGTH) return null;
  const url = parse(cleaned, base);
  if (url === null || !url.hostname.includes(".")) return null;
  const target = withoutTracking(unwrapRedirects(url));
  target.username = "";
  target.password = "";
  if (!target.hash.startsWith("#!")) target.hash = "";
  return target.hostname.includes(".") && target.href.length <= MAX_LENGTH ? target.href : null;
}

const UNRESERVED = /%(?:2d|2e|5f|7e|3[0-9]|[46][1-9a-f]|[57][0-9a])/gi;

/** The spelling of an article's address that gives its id. Never change it: every id would change. */
export function canonicalUrl(address: string, base?: string): string | null {
  const cleaned = articleUrl(address, base);
  if (cleaned === null) return null;
  const url = new URL(cleaned);
  const path = url.pathname
    .replace(UNRESERVED, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)))
    .replace(/%[0-9a-f]{2}/g, (escape) => escape.toUpperCase())
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "");
  const query = [...url.searchParams].sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0));
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`;
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query).toString()}`;
  return `https://${url.hostname.replace(/\.$/, "")}${port}${path}${search}${url.hash}`;
}
