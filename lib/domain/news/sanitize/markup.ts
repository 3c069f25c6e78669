/** An image is fetched without a click, so its address can leak data: only its alternative text is kept. */
const IMAGE = /!\[([^\]\n]{0,300})\](?:\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,300})?\)|\[[^\]\n]{0,100}\])/g;
const LINK =
  /\[([^\]\n]{0,300})\]\(\s{0,4}(?:[a-z][a-z0-9+.-]{0,20}:|\/\/|www\.|\/|#|<)[^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,300})?\)/gi;
const REFERENCE = /^[ \t]{0,3}\[[^\]\n]{1,100}\]:[ \t]{0,4}\S{1,1000}.{0,300}$/gm;
const AUTOLINK = /<(?:https?|ftp|javascript|data|mailto|file):[^<>\s]{0,1000}>/gi;
const COMMENT = /<!--[^]{0,2000}?(?:-->|$)/g;
const ACTIVE_TAGS =
  /<\/?(?:script|style|img|image|iframe|object|embed|svg|math|form|input|button|link|meta|base|video|audio|source|a|div|span|p|br|b|i|em|strong|template|noscript|textarea|select|option|body|html|head|title)\b[^<>]{0,1000}>?/gi;
const ACTIVE_SCHEME = /\b(?:(?:javascript|vbscript):(?=[^\s])|data:text\/html\b)/gi;
const CODE_FENCE = /(?:```|~~~)[^]{0,4000}?(?:```|~~~|$)/g;

/** Links with a placeholder in the query for the reader to fill: `?q={data}`. */
const SLOT_ADDRESS = /\bhttps?:\/\/[^\s<>"']{0,300}[?&=/](?:\{|\[|<|%7b|%5b|\$\{?|\*\*)[^\s]{0,300}/gi;

export const REMOVED = "[content removed]";

export function flattenMarkup(text: string): string {
  return text
    .replace(COMMENT, " ")
    .replace(IMAGE, (_, words: string) => (words === "" ? "[image removed]" : `${words} [image removed]`))
    .replace(LINK, "$1")
    .replace(REFERENCE, "")
    .replace(AUTOLINK, "[link removed]")
    .replace(CODE_FENCE, REMOVED)
    .replace(ACTIVE_TAGS, "")
    .replace(SLOT_ADDRESS, "[link removed]")
    .replace(ACTIVE_SCHEME, "[link removed]");
}
