export type Encoding = "br" | "gzip" | "identity";

const MAX_CACHED = 512;
const cache = new Map<string, Encoding>();

function weightOf(header: string, name: string): number {
  let wildcard = 0;
  for (const part of header.split(",")) {
    const [coding = "", ...parameters] = part.trim().toLowerCase().split(";");
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
    const weight = q === undefined ? 1 : Number(q);
    if (coding.trim() === name) return weight;
    if (coding.trim() === "*") wildcard = weight;
  }
  return wildcard;
}

function choose(header: string): Encoding {
  const br = weightOf(header, "br");
  const gzip = weightOf(header, "gzip");
  if (br > 0 && br >= gzip) return "br";
  return gzip > 0 ? "gzip" : "identity";
}

/** The preferred encoding among those we prepare. Cached, because clients send few different headers. */
export function preferredEncoding(header: string | string[] | undefined): Encoding {
  if (!header) return "identity";
  const text = String(header);
  const cached = cache.get(text);
  if (cached) return cached;
  const chosen = choose(text);
  if (cache.size < MAX_CACHED) cache.set(text, chosen);
  return chosen;
}

/** For bodies that are compressed while they are sent. */
export const acceptsGzip = (header: string | null): boolean => header !== null && weightOf(header, "gzip") > 0;
