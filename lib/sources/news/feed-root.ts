import { SourceError } from "../http/source";

export type FeedFormat = "rss" | "atom" | "rdf" | "json";

export interface FeedRoot {
  format: FeedFormat;
  /** The document from its root element on, without declaration, comments and DOCTYPE with its entities. */
  text: string;
}

const OPENING = /<([a-zA-Z_][\w.-]*:)?(rss|feed|rdf)(?=[\s>/])/gi;
const FORMATS: Readonly<Record<string, FeedFormat>> = { rss: "rss", feed: "atom", rdf: "rdf" };

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end + mark.length;
}

/** A DOCTYPE with an internal subset ends after its closing bracket. */
function endOfDoctype(text: string, from: number): number {
  const close = text.indexOf(">", from);
  const bracket = text.indexOf("[", from);
  return bracket === -1 || (close !== -1 && close < bracket) ? endOf(text, ">", from) : endOf(text, ">", endOf(text, "]", bracket));
}

function startOfRoot(text: string): number {
  let at = 0;
  for (;;) {
    at += /^[\s\p{Cc}\ufeff]*/u.exec(text.slice(at, at + 10_000))?.[0].length ?? 0;
    if (text.startsWith("<?", at)) at = endOf(text, "?>", at);
    else if (text.startsWith("<!--", at)) at = endOf(text, "-->", at);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = endOfDoctype(text, at);
    else return at;
  }
}

/** Searched in the whole text, because some feeds are wrapped in HTML. */
function firstOpening(text: string): { format: FeedFormat; index: number } | null {
  for (const match of text.matchAll(OPENING)) {
    const format = FORMATS[match[2]?.toLowerCase() ?? ""];
    if (format) return { format, index: match.index };
  }
  return null;
}

export function feedRoot(document: string): FeedRoot {
  const text = document.slice(startOfRoot(document));
  if (text === "") throw new SourceError("not_expected", "The document is empty");
  if (text.startsWith("{") || text.startsWith("[")) return { format: "json", text };
  if (!text.startsWith("<")) throw new SourceError("not_expected", "The document is neither XML nor JSON");
  const opening = firstOpening(text);
  if (opening) return { format: opening.format, text: text.slice(opening.index) };
  const isPage = /^<(?:html|head|body|script|!--)/i.test(text) || /<html[\s>]/i.test(text.slice(0, 2000));
  const root = /^<([^\s>/]{1,40})/.exec(text)?.[1] ?? "?";
  throw new SourceError("not_expected", isPage ? "HTML instead of a feed" : `<${root}> is not a feed`);
}
