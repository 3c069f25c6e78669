export const CLUSTER_RULES = {
  /**
   * Least cosine of two linked articles, and least mean cosine between merging groups. The latter stops
   * chains of links.
   */
  threshold: 0.82,
  /** Longest time between the first and the last article of a story. */
  windowHours: 48,
  /** Least cosine of an outlet's own articles, as copies of one text: no outlet reports a story twice. */
  leastCopy: 0.95,
  /** Least articles to learn from how rare a word is. With fewer, older articles are looked at beside them. */
  learnedFrom: 400,
} as const;

/** In place of the model's name on days that were clustered by words alone, which verify nothing. */
export const LEXICAL_MODEL = "tf-idf";

const LONGEST_TEXT = 400;

export interface ArticleText {
  title: string;
  snippet: string;
}

/** Embedding models were trained on plain quotes and single spaces. */
const plain = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").trim();

/** The text that is embedded for an article. */
export function clusterText({ title, snippet }: ArticleText): string {
  const [head, body] = [plain(title), plain(snippet)];
  return (body === "" || body === head ? head : `${head}. ${body}`).slice(0, LONGEST_TEXT);
}
