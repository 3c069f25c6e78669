/** Only an image's alternative text stays. The image is fetched without a click, so its address can leak data. */
const IMAGE = /!\[([^\]\n]{0,300})\](?:\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,300})?\)|\[[^\]\n]{0,100}\])/g;
const LINK =
  /\[([^\]\n]{0,300})\]\(\s{0,4}(?:[a-z][a-z0-9+.-]{0,20}:|\/\/|www\.|\/|#|<)[^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,300})?\)/gi;
const COMMENT = /<!--[^]{0,2000}?(?:-->|$)/g;
/**
 * Elements of HTML, also without attributes. Some feeds escape their markup twice, so that it arrives
 * as text. Other names in brackets stay.
 */
const ACTIVE_TAGS =
  /<(?:script|style|img|image|iframe|object|embed|svg|form|input|button|link|meta|base|video|audio|source|a|div|span|p|br|b|i|u|em|strong|template|noscript|textarea)(?:\s[^<>]{0,1000})?\/?>|<\/(?:script|style|iframe|object|embed|svg|form|button|video|audio|a|div|span|p|b|i|u|em|strong|template|noscript|textarea)>/gi;
/** A bare tag of emphasis that nothing closes is talked about, as in "a <b> element", and harmless. */
const EMPHASIS = /^<(?:b|i|u|em|strong|span|div)>$/i;
const isTalkedAbout = (tag: string, text: string): boolean =>
  EMPHASIS.test(tag) && !text.toLowerCase().includes(`</${tag.slice(1).toLowerCase()}`);

const ACTIVE_SCHEME = /\b(?:(?:javascript|vbscript):(?=[^\s])|data:text\/html\b)/gi;

/** Text without the markup that a reader's program might follow. */
export const flattenMarkup = (text: string): string =>
  text
    .replace(COMMENT, "")
    .replace(IMAGE, (_, words: string) => (words === "" ? "[image removed]" : `${words} [image removed]`))
    .replace(LINK, "$1")
    .replace(ACTIVE_TAGS, (tag: string) => (isTalkedAbout(tag, text) ? tag : ""))
    .replace(ACTIVE_SCHEME, "[link removed]");
