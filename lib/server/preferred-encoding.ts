export type Encoding = "br" | "gzip" | "identity";

const MAX_KNOWN = 512;
const known = new Map<string, Encoding>();

function weightOf(header: string, name: string): number {
  let any = 0;
  for (const part of header.split(",")) {
    const [coding = "", ...parameters] = part.trim().toLowerCase().split(";");
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
    const weight = q === undefined ? 1 : Number(q);
    if (coding.trim() === name) return weight;
    if (coding.trim() === "*") any = weight;
  }
  return any;
}

function choose(header: string): Encoding {
  const br = weightOf(header, "br");
  const gzip = weightOf(header, "gzip");
  if (br > 0 && br >= gzip) return "br";
  return gzip > 0 ? "gzip" : "identity";
}

/** What an Accept-Encoding header likes best of what we keep; remembered, as clients send few different ones. */
export function preferredEncoding(header: string | string[] | undefined): Encoding {
  if (!header) return "identity";
  const text = String(header);
  const remembered = known.get(text);
  if (remembered) return remembered;
  const chosen = choose(text);
  if (known.size < MAX_KNOWN) known.set(text, chosen);
  return chosen;
}

/** For what is compressed as it is sent. */
export const acceptsGzip = (header: string | null): boolean => header !== null && weightOf(header, "gzip") > 0;
