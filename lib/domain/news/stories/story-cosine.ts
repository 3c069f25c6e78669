import { vocabularyOf, type Vocabulary } from "./cluster-check";
import { factsOf, type ArticleFacts } from "./cluster-facts";
import { CLUSTER_RULES, type ArticleText } from "./cluster-rules";

export interface Embedded extends ArticleText {
  /** Embedding of `clusterText`, of length 1; null where the model was not asked. */
  embedding: Float32Array | null;
}

/**
 * A story vector has three parts: words, embedding, and a part common to all articles. The common part
 * is large enough for articles to reach the threshold when words and embedding are `least` similar.
 */
interface Parts {
  /** Share of the words in the similarity of words and embedding. */
  words: number;
  least: number;
}

/** Values chosen on half of a labelled set; `npm run bench -- clusters` measures them on the other. */
const WITH_MODEL: Parts = { words: 0.6, least: 0.27 };
const WITHOUT_MODEL: Parts = { words: 1, least: 0.18 };
const TITLE_WEIGHT = 2;

type Terms = ReadonlyMap<string, number>;

/** TF-IDF of length 1. */
function termsOf({ words, titleWords }: ArticleFacts, { idf }: Vocabulary): Terms {
  const terms = [...words].map((word) => [word, (titleWords.has(word) ? TITLE_WEIGHT : 1) * idf(word)] as const);
  const length = Math.hypot(...terms.map(([, weight]) => weight)) || 1;
  return new Map(terms.map(([word, weight]) => [word, weight / length]));
}

function dotOfTerms(a: Terms, b: Terms): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return sum;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function meanOf(vectors: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) vector.forEach((number, index) => (mean[index] = (mean[index] as number) + number / vectors.length));
  return mean;
}

/**
 * Removes the mean, which all embeddings share. It tells what news are about in general, and nothing
 * of an article's story.
 */
function withoutMean(embedding: Float32Array, mean: Float64Array): Float32Array {
  const rest = embedding.map((number, index) => number - (mean[index] as number));
  const length = Math.sqrt(dot(rest, rest)) || 1;
  return rest.map((number) => number / length);
}

const embeddingsOf = (articles: readonly Embedded[]): Float32Array[] => articles.flatMap(({ embedding }) => embedding ?? []);

/**
 * The cosine of the story vectors of any two of the articles. Only words are compared when an embedding is missing.
 * How rare a word is and what all embeddings share is learned from the articles and from `background`, such as the days before.
 */
export function storyCosine(articles: readonly Embedded[], background: readonly Embedded[] = []): (a: Embedded, b: Embedded) => number {
  const facts = articles.map(factsOf);
  const vocabulary = vocabularyOf([...facts, ...background.map(factsOf)]);
  const terms = new Map(articles.map((article, index) => [article, termsOf(facts[index] as ArticleFacts, vocabulary)]));
  const embeddings = embeddingsOf(articles);
  const hasModel = embeddings.length === articles.length;
  const mean = meanOf([...embeddings, ...embeddingsOf(background)]);
  const meanings = new Map(
    hasModel ? articles.map((article, index) => [article, withoutMean(embeddings[index] as Float32Array, mean)]) : [],
  );
  const { words, least } = hasModel ? WITH_MODEL : WITHOUT_MODEL;
  const common = (CLUSTER_RULES.threshold - least) / (1 - CLUSTER_RULES.threshold);
  return (a, b) => {
    const sameWords = dotOfTerms(terms.get(a) as Terms, terms.get(b) as Terms);
    const sameMeaning = hasModel ? dot(meanings.get(a) as Float32Array, meanings.get(b) as Float32Array) : 0;
    return (common + words * sameWords + (1 - words) * sameMeaning) / (common + 1);
  };
}
