import { sanitizeSnippet, sanitizeTitle } from "./sanitize/sanitize";
import { clipWords, withoutBoilerplate } from "./snippet";

/** An article's texts as its feed sent them: decoded, without markup and bounded, but with every word. */
export interface RawTexts {
  title: string;
  body: string;
}

export interface ArticleTexts {
  title: string;
  snippet: string;
}

export const RAW_TITLE_LENGTH = 500;
export const RAW_BODY_LENGTH = 1000;
const BODY_TITLE_LENGTH = 120;

const isForumBoilerplate = (body: string): boolean => /\bComments URL:/.test(body);

function snippetOf({ title, body }: RawTexts, sourceName: string): string {
  if (isForumBoilerplate(body)) return `${sourceName} discussion: ${title}`;
  const words = withoutBoilerplate(body);
  return words === "" || words === title ? `${title} (via ${sourceName})` : words;
}

/** The only way from raw texts to those of answers. It sanitizes before it cuts: half of an attack is harder to find. */
export function deriveTexts(raw: RawTexts, sourceName: string): ArticleTexts {
  const title = sanitizeTitle(raw.title);
  const snippet = sanitizeSnippet(snippetOf({ title, body: raw.body }, sourceName));
  return { title: title || clipWords(sanitizeSnippet(raw.body), BODY_TITLE_LENGTH), snippet: clipWords(snippet) };
}
