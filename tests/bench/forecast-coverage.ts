import { addDays, dayNumber } from "@/lib/domain/basics/date-range";
import { FEWEST_FORECAST_POINTS, forecast, type RequestedMethod } from "@/lib/domain/history/forecast";
import { CLOSE_SHARE } from "@/lib/domain/history/backtest";
import { calibrate, type Calibration } from "@/lib/domain/history/pooled-errors";
import { fitLine } from "@/lib/domain/history/fit-line";
import { seededRandom } from "@/lib/server/seed/rng";
import { FAMILIES, type FamilyName, type SimulatedHistory } from "./forecast-families";
import { predictAt } from "./textbook-interval";

/** Share of 95% intervals that contain the later value, and their width beside the oracle's, by family of simulated histories. */

const FIRST_DAY = "2026-01-01";
const HORIZON = 30;
const UNBOUNDED = { least: -Infinity, most: Infinity };
/** Coverage that an interval of 95% must have; the change of regime after the lookback is foreseen by nobody. */
export const COVERAGE = { least: 0.9, most: 0.98 };
export const MOST_ORACLE_WIDTHS = 3;

/**
 * Origin of the errors that set the interval: histories of the same family, of all families, or none.
 * `textbook` is the interval of least squares for independent noise, for comparison. A change of
 * regime befalls one listing: its family is that of the steady ones, `noise`.
 */
export type Pool = "family" | "all" | "none" | "textbook";

export interface CoverageRequest {
  families: readonly FamilyName[];
  method: RequestedMethod;
  pool: Pool;
  lookbackDays: number;
  /** Every world has its own histories and its own pool of errors. */
  worlds: number;
  histories: number;
  seed: number;
}

export interface Coverage {
  family: FamilyName;
  forecasts: number;
  covered: number;
  /** Medians over every forecast day. */
  width: number;
  oracleWidth: number;
  /** Mean of the confidence that was stated, and share of the forecasts that came as close as it says. */
  confidence: number;
  close: number;
}

const median = (values: readonly number[]): number => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

interface Tally {
  held: number;
  confidences: number[];
  close: number;
  widths: number[];
  oracleWidths: number[];
}

const NOTHING: Tally = { held: 0, confidences: [], close: 0, widths: [], oracleWidths: [] };

function tallyOf(tally: Tally, { values, oracleWidth }: SimulatedHistory, request: CoverageRequest, calibration: Calibration | null): void {
  const today = values.length - HORIZON - 1;
  const points = values.flatMap((value, day) =>
    day <= today && day > today - request.lookbackDays ? { date: addDays(FIRST_DAY, day), value } : [],
  );
  const result = forecast(points, {
    today: addDays(FIRST_DAY, today),
    horizonDays: HORIZON,
    bounds: UNBOUNDED,
    method: request.method,
    calibration,
  });
  if (typeof result === "string") throw new Error(`a simulated history gave ${result}`);
  const fit = fitLine(points.map(({ date, value }) => ({ x: dayNumber(date), y: value })));
  const days = request.pool === "textbook" && fit ? result.days.map(({ date }) => predictAt(fit, dayNumber(date))) : result.days;
  tally.confidences.push(result.confidence.score);
  days.forEach(({ lower, upper }, index) => {
    const actual = values[today + 1 + index] ?? Number.NaN;
    tally.close += Number(Math.abs(actual - (result.days[index]?.predicted ?? Number.NaN)) <= CLOSE_SHARE * Math.abs(actual) + 0.0001);
    // The forecast is rounded to four decimals, the actual value is not.
    tally.held += Number(actual >= lower - 0.0001 && actual <= upper + 0.0001);
    const scale = values[today] ?? 1;
    tally.widths.push((upper - lower) / scale);
    tally.oracleWidths.push(oracleWidth(index + 1) / scale);
  });
}

export function familyCoverage(request: CoverageRequest): Coverage[] {
  const { families, pool, lookbackDays, worlds, histories, seed } = request;
  const random = seededRandom(seed);
  const shape = { days: lookbackDays + 2 * HORIZON, today: lookbackDays + HORIZON - 1, lookbackDays };
  const tallies = families.map((): Tally => ({ held: 0, confidences: [], close: 0, widths: [], oracleWidths: [] }));
  const calibrated = (world: readonly SimulatedHistory[]): Calibration => {
    const points = world.map(({ values }) =>
      values.slice(0, shape.today + 1).map((y, day) => ({ x: dayNumber(addDays(FIRST_DAY, day)), y })),
    );
    return calibrate(points, { horizonDays: HORIZON, lookbackDays, fewestPoints: FEWEST_FORECAST_POINTS });
  };
  for (let world = 0; world < worlds; world++) {
    const simulated = families.map((family) => Array.from({ length: histories }, () => FAMILIES[family](random, shape)));
    const shared = pool === "all" ? calibrated(simulated.flat()) : null;
    const steady = Array.from({ length: histories }, () => FAMILIES.noise(random, shape));
    simulated.forEach((group, index) => {
      const family = families[index] ?? "noise";
      const calibration = pool === "family" ? calibrated(family.startsWith("regime") ? steady : group) : shared;
      const tally = tallies[index];
      if (tally) for (const history of group) tallyOf(tally, history, request, calibration);
    });
  }
  return families.map((family, index) => {
    const { held, confidences, close, widths, oracleWidths } = tallies[index] ?? NOTHING;
    return {
      family,
      forecasts: widths.length,
      covered: held / widths.length,
      width: median(widths),
      oracleWidth: median(oracleWidths),
      confidence: confidences.reduce((sum, score) => sum + score, 0) / confidences.length,
      close: close / widths.length,
    };
  });
}

/** A constant history is covered always, by an interval without width. */
export function isWithinBounds({ family, covered, width, oracleWidth }: Coverage): boolean {
  if (family === "regime change after") return true;
  if (oracleWidth === 0 && width === 0) return covered >= COVERAGE.least;
  return covered >= COVERAGE.least && covered <= COVERAGE.most && width <= MOST_ORACLE_WIDTHS * oracleWidth;
}
