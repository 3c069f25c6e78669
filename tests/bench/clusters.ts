import { bCubed, pairwise } from "../support/news/cluster-scores";
import { embedGold, goldSets, ourGroups, plainGroups } from "../support/news/gold-clusters";
import { localEmbedder } from "@/lib/sources/news/embeddings/embedder-of";

/** Prints the scores of our clustering and of the threshold alone, on each labelled set, as JSON. */

const report = [];
for (const set of goldSets()) {
  const inputs = await embedGold(set, localEmbedder);
  const labels = set.articles.map(({ cluster }) => cluster);
  const isRetold = (item: number) => labels.indexOf(labels[item] as string) !== labels.lastIndexOf(labels[item] as string);
  const rows = [
    ["plain", plainGroups(inputs)],
    ["ours", ourGroups(inputs)],
  ] as const;
  for (const [method, groups] of rows) {
    report.push({
      set: set.name,
      method,
      articles: labels.length,
      stories: new Set(labels).size,
      groups: new Set(groups).size,
      all: bCubed(labels, groups),
      retold: bCubed(labels, groups, isRetold),
      pairs: pairwise(labels, groups),
    });
  }
}
process.stdout.write(JSON.stringify({ model: localEmbedder.model, report }));
