type InlinePart =
  | { kind: "plain"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "link"; text: string; href: string };

const MARK = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((\/[^)\s]*)\)/g;

/** The three marks of Markdown that texts of the documentation use. A link leads to this site only. */
export function inlineParts(source: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let end = 0;
  for (const match of source.matchAll(MARK)) {
    const [whole, code, strong, label, href] = match;
    if (match.index > end) parts.push({ kind: "plain", text: source.slice(end, match.index) });
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else parts.push({ kind: "link", text: label ?? "", href: href ?? "" });
    end = match.index + whole.length;
  }
  if (end < source.length) parts.push({ kind: "plain", text: source.slice(end) });
  return parts;
}
