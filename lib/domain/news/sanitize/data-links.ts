/** Addresses with a slot for what the reader knows, or that run a program when opened. */
const SLOT = String.raw`(?:\{\{?[a-z_ .]{2,40}\}?\}|%7[bB][\w%]{2,40}|<[a-z_ ]{2,40}>|\[[a-z_ ]{2,40}\]|\$\{?[A-Z_]{3,30}\}?|\b[A-Z]{3,}(?:_[A-Z]{2,}){2,}\b)`;
const ADDRESS_WITH_SLOT = new RegExp(
  String.raw`(?:https?:)?//[^\s"'()<>{}\[\]]{0,200}(?:[?&=/#.][^\s"'()]{0,100})?${SLOT}[^\s"'()]{0,200}`,
  "g",
);
const IN_QUERY = /[?&#=][^?]*$/;
const SCRIPT =
  /\[[^\]\n]{0,200}\]\((?:javascript|vbscript|data):[^\n]{0,500}?\)(?=\s|$)|<a\b[^<>]{0,20}href=["']?(?:javascript|data):[^<>]{0,300}>[^<>]{0,200}(?:<\/a>)?/gi;
const ELEMENT = /<a\b[^<>]{0,300}>[^<>]{0,200}<\/a>|!?\[[^\]\n]{0,200}\]\([^()\n]{0,400}\)|<img\b[^<>]{0,400}>/gi;

/** Whether a text holds an address whose query is to be filled in by its reader. */
export const carriesData = (address: string): boolean => {
  ADDRESS_WITH_SLOT.lastIndex = 0;
  const match = ADDRESS_WITH_SLOT.exec(address);
  return match !== null && IN_QUERY.test(match[0]);
};

const spanOf = (match: RegExpExecArray): { start: number; end: number } => ({ start: match.index, end: match.index + match[0].length });

export const dataLinks = (text: string): { start: number; end: number }[] => [
  ...[...text.matchAll(SCRIPT)].map(spanOf),
  ...[...text.matchAll(ELEMENT)].filter(([element]) => carriesData(element)).map(spanOf),
];
