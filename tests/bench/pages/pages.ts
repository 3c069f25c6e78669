import { chromium, type Browser } from "playwright";
import { findBrowser } from "../../support/server/browser";
import { budgetOf, TIMES } from "./budgets";
import { measureBuying, type BuyingSpeed } from "./measure-buying";
import { measureSpeed, type Speed } from "./measure-speed";
import { measureWeight, type Weight } from "./measure-weight";
import { ADDRESSES, median, print, SHELL, withServer } from "./place";

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);

function overBudget(path: string, weight: Weight): string[] {
  const budget = budgetOf(path);
  return (Object.keys(budget) as (keyof Weight)[])
    .filter((kind) => weight[kind] > budget[kind])
    .map((kind) => `${kind} over ${kind === "nodes" ? budget[kind] : `${kilobytes(budget[kind])} KB`}`);
}

const slow = (speed: Speed): string[] =>
  (Object.keys(TIMES) as (keyof Speed)[]).filter((kind) => speed[kind] > TIMES[kind]).map((kind) => `${kind} above ${TIMES[kind]}`);

const row = (cells: readonly string[]): string =>
  `  ${(cells[0] ?? "").padEnd(44)}${cells
    .slice(1)
    .map((cell) => cell.padStart(9))
    .join("")}`;

/** INP of a buyer's clicks, median of the runs. */
async function printBuying(browser: Browser, base: string): Promise<void> {
  const runs: BuyingSpeed[] = [];
  for (let run = 0; run < RUNS; run++) {
    const speed = await measureBuying(browser, base);
    if (speed === null) return print("Buying was not measured: npm has no local chain for this machine.");
    runs.push(speed);
  }
  for (const click of ["connect", "review", "send"] as const) {
    const inp = median(runs.map((speed) => speed[click]));
    print(row([`/buy, ${click}`, "", "", "", "", "", "", "", inp.toFixed(0)]) + (inp > TIMES.inp ? `  inp above ${TIMES.inp}` : ""));
  }
}

let isMet = true;
await withServer(async (base) => {
  const browser = await chromium.launch(await findBrowser());
  try {
    print("Pages with a thousand models and three years of history; times at a quarter of the processor's speed, median of " + RUNS);
    print(row(["", "raw KB", "gzip KB", "nodes", "JS KB", "LCP ms", "TBT ms", "CLS", "INP ms"]));
    for (const path of ADDRESSES) {
      const page = await browser.newPage();
      const weight = await measureWeight(page, base + path);
      await page.close();
      const runs: Speed[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measureSpeed(browser, base + path));
      const of = (kind: keyof Speed) => median(runs.map((speed) => speed[kind]));
      const speed = { lcp: of("lcp"), tbt: of("tbt"), cls: of("cls"), inp: of("inp") };
      const over = path === SHELL ? [] : overBudget(path, weight);
      isMet &&= over.length === 0;
      const marks = [...over.map((text) => `${text}  MISSED`), ...slow(speed)];
      const cells = [kilobytes(weight.raw), kilobytes(weight.gzip), String(weight.nodes), kilobytes(weight.scripts)];
      const times = [speed.lcp.toFixed(0), speed.tbt.toFixed(0), speed.cls.toFixed(3), speed.inp.toFixed(0)];
      print(row([path, ...cells, ...times]) + (marks.length > 0 ? `  ${marks.join("; ")}` : ""));
    }
    await printBuying(browser, base);
  } finally {
    await browser.close();
  }
});
process.exitCode = isMet ? 0 : 1;
