import { f1Interval, pairwise } from "../support/news/cluster-scores";
import { clusterErrors } from "../support/news/cluster-errors";
import {
  embedBackground,
  embedGold,
  goldSets,
  groupsByDay,
  halvesOf,
  labelsOf,
  ourGroups,
  plainGroups,
  retoldScores,
  retoldStories,
  withoutModel,
  type GoldInput,
} from "../support/news/gold-clusters";
import { localEmbedder } from "@/lib/sources/news/embeddings/embedder-of";

/** Prints the scores of our clustering, of words alone and of the threshold alone. They are JSON by labelled set. */

const SPLIT_SET = "ai_news_clusters";

function rowOf(set: string, method: string, inputs: readonly GoldInput[], groups: readonly string[]) {
  const labels = labelsOf(inputs);
  const { broad, pairs: errors } = clusterErrors(inputs, groups, background);
  return {
    set,
    method,
    articles: inputs.length,
    stories: new Set(labels).size,
    retold: retoldScores(inputs, groups),
    interval: f1Interval(labels, groups, retoldStories(inputs)),
    pairs: pairwise(labels, groups),
    broad,
    errors,
  };
}

const background = await embedBackground(localEmbedder);

const rowsOf = (set: string, inputs: readonly GoldInput[]) => [
  rowOf(set, "plain", inputs, plainGroups(inputs)),
  rowOf(set, "ours", inputs, ourGroups(inputs, background)),
  rowOf(set, "by day", inputs, groupsByDay(inputs, background)),
  rowOf(set, "lexical", inputs, ourGroups(withoutModel(inputs), withoutModel(background))),
];

const report = [];
for (const set of goldSets()) {
  const inputs = await embedGold(set, localEmbedder);
  report.push(...rowsOf(set.name, inputs));
  if (set.name !== SPLIT_SET) continue;
  const [chosenOn, heldOut] = halvesOf(inputs);
  report.push(...rowsOf("  chosen on", chosenOn), ...rowsOf("  held out", heldOut));
}
process.stdout.write(JSON.stringify({ model: localEmbedder.model, report }));
