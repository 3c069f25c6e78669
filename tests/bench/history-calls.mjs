// @ts-check

/**
 * Calls against three years of history. A call whose endpoint is not served is left out.
 * @typedef {{ models: string[], scored: { model: string, benchmark: string }[], providers: string[], days: string[] }} HistoryWorld
 * @typedef {{ name: string, path: string, queryOf: (n: number, world: HistoryWorld) => Record<string, string> }} HistoryCall
 */

/** @template Item @param {readonly Item[]} items @param {number} n @returns {Item} */
const at = (items, n) => /** @type {Item} */ (items[n % items.length]);

/** Pseudo-random indexes, without a pattern that would favour a cache. @param {number} n */
const spread = (n) => (Math.imul(n + 1, 2_654_435_761) >>> 0) % 1_000_003;

/** The last `length` days before some captured day. @param {number} n @param {number} length @param {HistoryWorld} world */
function rangeOf(n, length, { days }) {
  const last = length - 1 + (spread(n) % Math.max(1, days.length - length));
  const to = /** @type {string} */ (days[Math.min(last, days.length - 1)]);
  return { from: new Date(Date.parse(to) - (length - 1) * 86_400_000).toISOString().slice(0, 10), to };
}

/** @param {HistoryWorld} world */
const lastYear = ({ days }) => ({
  from: new Date(Date.parse(/** @type {string} */ (days.at(-1))) - 365 * 86_400_000).toISOString().slice(0, 10),
  to: /** @type {string} */ (days.at(-1)),
});

/** Two captured days, six apart. @param {number} n @param {HistoryWorld} world */
function weekOf(n, { days }) {
  const first = spread(n) % (days.length - 6);
  return { from: /** @type {string} */ (days[first]), to: /** @type {string} */ (days[first + 6]) };
}

/** @param {number} n @param {HistoryWorld} world */
function twoDays(n, { days }) {
  const [from, to] = [at(days, spread(n)), at(days, spread(n * 7 + 3))].toSorted();
  return { from: /** @type {string} */ (from), to: /** @type {string} */ (to) };
}

/** @type {readonly HistoryCall[]} */
export const historyCalls = [
  {
    name: "prices of 90 days",
    path: "/api/premium/history/pricing/series",
    queryOf: (n, world) => ({ model: at(world.models, spread(n)), ...rangeOf(n, 90, world) }),
  },
  {
    name: "scores of 366 days",
    path: "/api/premium/history/benchmarks/series",
    queryOf: (n, world) => ({ ...at(world.scored, spread(n)), ...lastYear(world) }),
  },
  { name: "compare prices of any two days", path: "/api/premium/history/compare", queryOf: (n, world) => twoDays(n, world) },
  { name: "compare prices of a week", path: "/api/premium/history/compare", queryOf: (n, world) => weekOf(n, world) },
  {
    name: "compare scores of any two days",
    path: "/api/premium/history/compare",
    queryOf: (n, world) => ({ type: "benchmarks", ...twoDays(n, world) }),
  },
  {
    name: "uptime of 366 days",
    path: "/api/premium/history/status/uptime",
    queryOf: (n, world) => ({ provider: at(world.providers, spread(n)), ...rangeOf(n, 366, world) }),
  },
  {
    name: "attention of 90 days",
    path: "/api/premium/attention/series",
    queryOf: (n, world) => ({ provider: at(["anthropic", "openai", "google", "mistral", "xai", "nvidia"], n), ...rangeOf(n, 90, world) }),
  },
  {
    name: "forecast of a price",
    path: "/api/premium/forecast",
    queryOf: (n, world) => ({
      target: "price",
      model: at(world.models, spread(n)),
      field: at(["inputPrice", "outputPrice", "blended"], n),
      lookback: "90",
      horizon: "30",
    }),
  },
  {
    name: "forecast of a score",
    path: "/api/premium/forecast",
    queryOf: (n, world) => ({ target: "benchmark", ...at(world.scored, spread(n)), lookback: "90", horizon: "30" }),
  },
  {
    name: "what is new",
    path: "/api/premium/whats-new",
    queryOf: (n) => ({ days: String(1 + (n % 7)), news_limit: String(1 + (n % 25)) }),
  },
];
