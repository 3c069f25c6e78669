// @ts-check
import { spawnSync } from "node:child_process";

const BOUNDED_SET = "ai_news_clusters";
const MIN_F1 = 0.8;
const MIN_PRECISION = 0.9;

/** @typedef {{ precision: number, recall: number, f1: number }} Scores */
/** @typedef {{ set: string, method: string, articles: number, stories: number, groups: number, all: Scores, retold: Scores, pairs: Scores }} Row */

const figure = (/** @type {number} */ value) => value.toFixed(3);
const cells = (/** @type {Scores} */ { precision, recall, f1 }) => [precision, recall, f1].map(figure).join(" ");

export function benchClusters() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/clusters.ts"], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the clusters could not be measured: ${run.stderr}`);
  /** @type {{ model: string, report: Row[] }} */
  const { model, report } = JSON.parse(run.stdout);
  process.stdout.write(
    `Clusters (${model}, cosine 0.82). B-cubed over all articles; over those of stories told twice or more; pairs. Each: precision recall F1\n`,
  );
  let isMet = true;
  for (const row of report) {
    const misses = row.set === BOUNDED_SET && row.method === "ours" && (row.all.f1 < MIN_F1 || row.all.precision < MIN_PRECISION);
    isMet &&= !misses;
    process.stdout.write(
      `  ${row.set.padEnd(18)} ${row.method.padEnd(6)} ${String(row.articles).padStart(4)} articles, ${row.stories} stories, ${row.groups} groups | ${cells(row.all)} | ${cells(row.retold)} | ${cells(row.pairs)}${misses ? "  MISSED" : ""}\n`,
    );
  }
  if (!report.some(({ set }) => set === BOUNDED_SET)) {
    process.stdout.write(`  The labelled set ${BOUNDED_SET} is not here: only our own headlines were measured.\n`);
  }
  return isMet;
}
