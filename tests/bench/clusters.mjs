// @ts-check
import { spawnSync } from "node:child_process";

/** @typedef {{ precision: number, recall: number, f1: number }} Scores */
/** @typedef {{ kind: string, cosine: number, hours: number, titles: [string, string] }} Pair */
/** @typedef {{ set: string, method: string, articles: number, stories: number, retold: Scores, interval: [number, number], pairs: Scores, broad: { found: number, of: number }, errors: Pair[] }} Row */

/** Least F1 and precision over the articles of stories that several outlets tell. @type {Record<string, [f1: number, precision: number]>} */
const BOUNDS = { "  held out": [0.88, 0.94], uci_news_clusters: [0.6, 0.92] };
const WORST = 10;

const figure = (/** @type {number} */ value) => value.toFixed(3);
const cells = (/** @type {Scores} */ { precision, recall, f1 }) => [precision, recall, f1].map(figure).join(" ");

/** @param {Row} row */
function misses({ set, method, retold }) {
  const bounds = BOUNDS[set];
  return method === "ours" && bounds !== undefined && (retold.f1 < bounds[0] || retold.precision < bounds[1]);
}

/** @param {Row} row */
const lineOf = (row) =>
  `  ${row.set.padEnd(18)} ${row.method.padEnd(7)} ${String(row.articles).padStart(4)} articles, ${String(row.stories).padStart(3)} stories | ${cells(row.retold)} (${row.interval.map(figure).join(" to ")}) | ${cells(row.pairs)} | ${row.broad.found} of ${row.broad.of}${misses(row) ? "  MISSED" : ""}\n`;

/** @param {Row[]} report */
function printErrors(report) {
  for (const { set, errors } of report.filter((row) => row.method === "ours" && row.set in BOUNDS)) {
    process.stdout.write(`  The worst of ${errors.length} pairs joined or missed in "${set.trim()}":\n`);
    const joined = errors.filter(({ kind }) => kind === "joined").slice(0, WORST / 2);
    for (const { kind, cosine, hours, titles } of [...joined, ...errors.filter((pair) => pair.kind === "missed")].slice(0, WORST)) {
      process.stdout.write(`    ${kind} ${figure(cosine)}, ${hours} h apart: ${titles.join(" | ")}\n`);
    }
  }
}

export function benchClusters() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/clusters.ts"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`the clusters could not be measured: ${run.stderr}`);
  /** @type {{ model: string, report: Row[] }} */
  const { model, report } = JSON.parse(run.stdout);
  process.stdout.write(
    `Clusters (${model}, cosine 0.82). B-cubed over the articles of stories that several outlets tell, with 95% interval of the F1; pairs. Each: precision recall F1. Then stories of four outlets and more that are found\n`,
  );
  for (const row of report) process.stdout.write(lineOf(row));
  printErrors(report);
  if (report.every(({ set }) => BOUNDS[set] === undefined)) {
    process.stdout.write("  The labelled sets are not here: only our own headlines were measured.\n");
  }
  return !report.some(misses);
}
