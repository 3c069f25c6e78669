/** Stories are articles that mean the same; these bounds say how sure that has to be. */
export const CLUSTER_RULES = {
  /** Least cosine of two articles that are linked. */
  threshold: 0.82,
  /** A story's articles lie within this span. */
  windowHours: 48,
  /** Least mean cosine between two groups that become one, so that a chain of links does not. */
  leastMean: 0.72,
  /** Least share of telling words that two linked articles have in common. */
  leastShared: 0.2,
  /** One outlet does not report a story twice: its articles are linked only as copies of one text. */
  leastCopy: 0.95,
} as const;

const LONGEST_TEXT = 400;

export interface ArticleText {
  title: string;
  snippet: string;
}

/** Models were trained on plain quotes and single spaces. */
const plain = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").trim();

/** What is embedded for an article: its title, which says what happened, and title with snippet, which says to whom. Its vector is their mean. */
export function clusterTexts({ title, snippet }: ArticleText): [title: string, whole: string] {
  const [head, body] = [plain(title), plain(snippet)];
  return [head.slice(0, LONGEST_TEXT), (body === "" || body === head ? head : `${head}. ${body}`).slice(0, LONGEST_TEXT)];
}
