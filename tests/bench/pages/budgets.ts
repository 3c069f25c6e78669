/** The most that a page may weigh, with a thousand models and three years of history. */
export interface Budget {
  raw: number;
  gzip: number;
  nodes: number;
  scripts: number;
}

const KB = 1024;
/** Initial scripts, gzipped, of any page. */
const scripts = 175 * KB;

const OF_PAGE: Readonly<Record<string, Budget>> = {
  "/models": { raw: 250 * KB, gzip: 35 * KB, nodes: 3000, scripts },
  "/benchmarks": { raw: 250 * KB, gzip: 35 * KB, nodes: 3000, scripts },
  "/status": { raw: 200 * KB, gzip: 25 * KB, nodes: 2000, scripts },
};
const OF_OTHERS: Budget = { raw: 150 * KB, gzip: 20 * KB, nodes: 1500, scripts };

export const budgetOf = (path: string): Budget => OF_PAGE[path] ?? OF_OTHERS;

/** At a quarter of the processor's speed. Milliseconds, except for the layout shift. */
export const TIMES = { lcp: 2500, tbt: 150, cls: 0, inp: 200 } as const;

/** Scores of Lighthouse; where the empty shell itself scores lower, within this many points of it. */
export const SCORES = { performance: 95, accessibility: 100, "best-practices": 95, seo: 95 } as const;
export const POINTS_BELOW_SHELL = 3;
