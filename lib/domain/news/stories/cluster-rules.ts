export const CLUSTER_RULES = {
  threshold: 0.82,
  /** Longest time between the first and the last article of a story. */
  windowHours: 48,
  /** Least mean cosine between two groups that merge; it stops chains of links. */
  leastMean: 0.72,
  /** Least IDF-weighted share of terms that two linked articles have in common. */
  leastShared: 0.2,
  /** An outlet does not report a story twice: its articles are linked only from this cosine on, as copies of one text. */
  leastCopy: 0.95,
} as const;

const LONGEST_TEXT = 400;

export interface ArticleText {
  title: string;
  snippet: string;
}

/** Embedding models were trained on plain quotes and single spaces. */
const plain = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").trim();

/** The two texts embedded for an article: its title, and title with snippet. Its vector is their mean. */
export function clusterTexts({ title, snippet }: ArticleText): [title: string, whole: string] {
  const [head, body] = [plain(title), plain(snippet)];
  return [head.slice(0, LONGEST_TEXT), (body === "" || body === head ? head : `${head}. ${body}`).slice(0, LONGEST_TEXT)];
}
