import lighthouse from "lighthouse";
import { chromium } from "playwright";
import { findBrowser } from "../../support/server/browser";
import { freePort } from "../../support/stores/postgres";
import { POINTS_BELOW_SHELL, SCORES } from "./budgets";
import { ADDRESSES, median, print, SHELL, withServer } from "./place";

const RUNS = Number(process.env.BENCH_RUNS ?? 3);
type Category = keyof typeof SCORES;
const CATEGORIES = Object.keys(SCORES) as Category[];
type Scores = Record<Category, number>;

async function scoresOf(address: string, port: number): Promise<Scores> {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(address, { port, onlyCategories: CATEGORIES, output: "json", logLevel: "silent" });
    const categories = result?.lhr.categories ?? {};
    runs.push(Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])) as Scores);
  }
  return Object.fromEntries(CATEGORIES.map((name) => [name, median(runs.map((scores) => scores[name]))])) as Scores;
}

let isMet = true;
await withServer(async (base) => {
  const port = await freePort();
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    print(
      `Lighthouse on a phone, median of ${RUNS}; bounds ${CATEGORIES.map((name) => `${name} ${SCORES[name]}`).join(", ")}, or within ${POINTS_BELOW_SHELL} points of the empty shell`,
    );
    let shell: Scores | null = null;
    for (const path of ADDRESSES) {
      const scores = await scoresOf(base + path, port);
      if (path === SHELL) shell = scores;
      const missed = CATEGORIES.filter((name) => scores[name] < Math.min(SCORES[name], (shell?.[name] ?? 100) - POINTS_BELOW_SHELL));
      isMet &&= path === SHELL || missed.length === 0;
      print(
        `  ${path.padEnd(44)}${CATEGORIES.map((name) => String(scores[name]).padStart(6)).join("")}${path !== SHELL && missed.length > 0 ? `  MISSED: ${missed.join(", ")}` : ""}`,
      );
    }
  } finally {
    await browser.close();
  }
});
process.exitCode = isMet ? 0 : 1;
