export const SNIPPET_LENGTH = 200;

export function clipWords(text: string, length = SNIPPET_LENGTH): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length + 1);
  const space = cut.lastIndexOf(" ");
  const whole = space > length / 2 ? cut.slice(0, space) : cut.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  return `${whole.replace(/[\s,;:–—-]+$/, "")}...`;
}

const BOILERPLATE: readonly RegExp[] = [
  /\bsubmitted by\s+\/?u\/\S+.*$/i,
  /\[link\]|\[comments\]/gi,
  // All that a forum's feed says of an entry.
  /^Comments$/,
  /\bThe post .{1,300} (?:first )?appeared (?:first )?on .{1,100}$/i,
  /\bContinue reading(?: on)? .{0,120}»?\s*$/i,
  /\b(?:Read more|Read the full story|Read full article|Continue reading)\b.{0,40}$/i,
  /^arXiv:\S+ Announce Type: \S+\s+Abstract:\s*/i,
  /\[(?:…|\.\.\.|&#8230;)\]\s*$/,
];

export const withoutBoilerplate = (text: string): string => BOILERPLATE.reduce((rest, pattern) => rest.replace(pattern, ""), text).trim();
