// @ts-check
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithUsage } from "../../lib/config/usage.mjs";
import { prepare } from "../../lib/server/start/prepare.mjs";

/** What each bench measures, beside a floor that is measured in the same run. */
const MEASURES = {
  handler: "calls of Next's route handlers",
  front: "calls that the front answers",
  cold: "answers that have to be made",
  refused: "refusals",
  memory: "memory after many calls",
  start: "how long a start takes",
  ingest: "CPU and memory of one reading of the news",
  receipts: "what a receipt adds to a paid call",
  bills: "CPU of a bill of 1,000 lines",
  premium: "paid calls",
  neighbours: "how much neighbours slow a paid call",
  search: "searches of news",
  mcp: "tool calls of MCP, beside the same calls of the API",
  history: "paid calls of the history",
  watches: "evaluation of 10,000 watches",
  pages: "what every page weighs, and how fast it is beside an empty one",
  lighthouse: "how soon a buyer's clicks are answered",
  clusters: "how well stories are clustered, compared with the similarity threshold alone",
  sanitize: "how many attacks on a reading model the sanitizer catches, and how many benign texts it changes",
  forecast: "how often the forecast's interval held, and how wide it is beside that of one who knows the process",
  names: "how many model names as people write them are resolved",
  scores: "how well scores that nobody measured are estimated",
  rankings: "the first ten models of each task and budget, to be judged by people",
};
const USAGE = [
  "Usage: npm run bench -- [name …]   all of these, or those that are named:",
  ...Object.entries(MEASURES).map(([name, what]) => `  ${name.padEnd(11)} ${what}`),
].join("\n");
endWithUsage(USAGE);

const root = join(import.meta.dirname, "../..");
process.chdir(root);
const selected = process.argv.slice(2);
if (!selected.every((name) => Object.hasOwn(MEASURES, name))) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}
/** These start no server and need no build. */
const WITHOUT_BUILD = ["receipts", "bills", "clusters", "sanitize", "forecast", "names", "scores", "rankings", "search", "mcp"];

/** The route that answers are measured against is part of the build of a bench only. */
const FLOOR_ROUTE = join(root, "app/bench-floor");
/** So is the page that pages are measured against. */
const SHELL_PAGE = join(root, "app/bench-shell");
/**
 * Next writes types of every route that it builds. Those of the floor route would fail `npm run check`
 * until the next build.
 */
const ROUTE_TYPES = join(root, ".next/types");
process.on("exit", () => {
  for (const folder of [FLOOR_ROUTE, SHELL_PAGE, ROUTE_TYPES]) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
cpSync(join(root, "tests/bench/floor"), FLOOR_ROUTE, { recursive: true });
cpSync(join(root, "tests/bench/shell"), SHELL_PAGE, { recursive: true });
await prepare(root, { isDev: selected.length > 0 && selected.every((name) => WITHOUT_BUILD.includes(name)) });

const { benchBills } = await import("./bills.mjs");
const { benchClone } = await import("./clone.mjs");
const { benchClusters } = await import("./clusters.mjs");
const { benchCold } = await import("./cold.mjs");
const { benchForecast } = await import("./forecast.mjs");
const { benchHistory } = await import("./history.mjs");
const { benchHttp } = await import("./http.mjs");
const { benchIngest } = await import("./ingest.mjs");
const { benchMcp } = await import("./mcp.mjs");
const { benchMemory } = await import("./memory.mjs");
const { benchNames } = await import("./names.mjs");
const { benchPages } = await import("./pages.mjs");
const { benchPremium } = await import("./premium.mjs");
const { benchNeighbours } = await import("./neighbours.mjs");
const { benchRefused } = await import("./refused.mjs");
const { benchReceipts } = await import("./receipts.mjs");
const { benchSanitize } = await import("./sanitize.mjs");
const { benchRankings } = await import("./rankings.mjs");
const { benchScores } = await import("./scores.mjs");
const { benchSearch } = await import("./search.mjs");
const { benchStart } = await import("./start.mjs");
const { benchWatches } = await import("./watches.mjs");
const { createPace } = await import("./pace.mjs");
const wants = (/** @type {string} */ name) => selected.length === 0 || selected.includes(name);

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const folderOf = (/** @type {string} */ name) => join(folder, name);

/** @type {readonly [name: string, bench: () => boolean | Promise<boolean>][]} */
const BENCHES = [
  ["receipts", benchReceipts],
  ["bills", benchBills],
  ["watches", () => benchWatches(folderOf("watches"))],
  ["clusters", benchClusters],
  ["sanitize", benchSanitize],
  ["forecast", benchForecast],
  ["names", benchNames],
  ["scores", benchScores],
  ["rankings", benchRankings],
  ["ingest", () => benchIngest(folderOf("ingest"))],
  ["premium", () => benchPremium(folderOf("premium"))],
  ["neighbours", () => benchNeighbours(folderOf("neighbours"))],
  ["search", () => benchSearch(folderOf("search"))],
  ["mcp", () => benchMcp(folderOf("mcp"))],
  ["history", () => benchHistory(folderOf("history"))],
  ["pages", () => benchPages("pages")],
  ["lighthouse", () => benchPages("lighthouse")],
  ["cold", () => benchCold(folderOf("cold"))],
  ["start", async () => [await benchClone(), await benchStart(folderOf("start"))].every((isMet) => isMet)],
  ["memory", () => benchMemory(folderOf("memory"))],
  ["refused", () => benchRefused(folderOf("refused"))],
];

/** Two runs compare only where the machine was as fast in both. */
const pace = createPace();
const PACE_TICKS = 100;
function timeMachine() {
  for (let tick = 0; tick < PACE_TICKS; tick++) pace.tick();
}

let isMet = true;
try {
  for (const [name, bench] of BENCHES) {
    if (!wants(name)) continue;
    timeMachine();
    isMet = (await bench()) && isMet;
  }
  if (wants("handler") || wants("front")) {
    timeMachine();
    isMet = (await benchHttp(folder, wants)) && isMet;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
timeMachine();
process.stdout.write(`\nThe machine, before each of these and after them: the same work took ${pace.summary()}.\n`);
process.stdout.write(isMet ? "\nEvery bound was met.\n" : "\nSome bounds were missed; they are marked.\n");
process.exitCode = isMet ? 0 : 1;
