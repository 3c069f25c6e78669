import { requireSafeUrl, type AddressRule } from "./address-guard";
import { SourceError } from "./source";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const KEEP_METHOD = new Set([307, 308]);
/** Headers that follow a redirect to another origin. Any other header may be a secret of the first origin. */
const CROSS_ORIGIN_HEADERS = new Set(["accept", "accept-encoding", "accept-language", "user-agent"]);

export interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

function carriedHeaders(hop: Hop, target: URL): Record<string, string> {
  if (target.origin === hop.url.origin) return hop.headers;
  return Object.fromEntries(Object.entries(hop.headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

export function nextHop(hop: Hop, status: number, location: string | undefined, isAllowed: AddressRule): Hop {
  if (!location) throw new SourceError("redirect", `${hop.url.host}: redirect without a target`, { status });
  const url = requireSafeUrl(location, isAllowed, hop.url);
  const keepsBody = KEEP_METHOD.has(status) || hop.method === "GET";
  if (keepsBody && hop.body !== null && url.origin !== hop.url.origin) {
    throw new SourceError("redirect", `${hop.url.host}: redirects a request body to another host`, { status });
  }
  return keepsBody
    ? { ...hop, url, headers: carriedHeaders(hop, url) }
    : { url, method: "GET", headers: carriedHeaders(hop, url), body: null };
}
