import { groupBy } from "@/lib/domain/basics/group-by";
import { HOUR_MS } from "@/lib/domain/basics/time";
import { storyCosine, type Embedded } from "@/lib/domain/news/stories/story-cosine";
import { retoldStories, type GoldInput } from "./gold-clusters";

export interface ClusterError {
  kind: "joined" | "missed";
  cosine: number;
  hours: number;
  titles: [string, string];
}

const BROAD_FROM = 4;
/** A group with a story's outlets and many others does not tell that story. */
const LEAST_SHARE = 0.75;

const outletsOf = (articles: readonly GoldInput[]): number => new Set(articles.map(({ domain }) => domain)).size;

/** Counts stories of four outlets and more that have a group with four of these and few other articles. */
function countBroad(groups: readonly GoldInput[][], broad: ReadonlySet<string>): number {
  const isFound = (story: string): boolean =>
    groups.some((group) => {
      const told = group.filter(({ cluster }) => cluster === story);
      return outletsOf(told) >= BROAD_FROM && told.length >= LEAST_SHARE * group.length;
    });
  return [...broad].filter(isFound).length;
}

/**
 * The pairs that were joined or missed against the labels. Joined ones come first, then the missed,
 * each with the most similar first.
 */
export function clusterErrors(
  inputs: readonly GoldInput[],
  names: readonly string[],
  background: readonly Embedded[],
): { broad: { found: number; of: number }; pairs: ClusterError[] } {
  const cosineOf = storyCosine(inputs, background);
  const pairs: ClusterError[] = [];
  inputs.forEach((a, one) => {
    for (let other = one + 1; other < inputs.length; other++) {
      const b = inputs[other] as GoldInput;
      const isJoined = names[one] === names[other];
      if (isJoined === (a.cluster === b.cluster)) continue;
      const hours = Math.round(Math.abs(a.publishedAtMs - b.publishedAtMs) / HOUR_MS);
      pairs.push({ kind: isJoined ? "joined" : "missed", cosine: cosineOf(a, b), hours, titles: [a.title, b.title] });
    }
  });
  const groups = groupBy(
    inputs.map((input, index) => ({ input, name: names[index] })),
    ({ name }) => name,
  );
  const members = [...groups.values()].map((group) => group.map(({ input }) => input));
  const broad = retoldStories(inputs, BROAD_FROM);
  return {
    broad: { found: countBroad(members, broad), of: broad.size },
    pairs: pairs.toSorted((a, b) => a.kind.localeCompare(b.kind) || b.cosine - a.cosine),
  };
}
