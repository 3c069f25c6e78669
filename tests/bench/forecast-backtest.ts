import { addDays, dayNumber } from "@/lib/domain/basics/date-range";
import { FEWEST_FORECAST_POINTS, forecast, type DatedValue } from "@/lib/domain/history/forecast";
import { calibrate, type Calibration } from "@/lib/domain/history/pooled-errors";
import { seededRandom } from "@/lib/server/seed/rng";

/** Share of 95% intervals that contain the later value, for simulated histories with known noise and for captured ones. */

type Random = () => number;

const FIRST_DAY = "2026-01-01";
export const HORIZONS = Array.from({ length: 30 }, (_, index) => index + 1);

/** Noise with mean 0 and standard deviation 1. */
export const NOISES = {
  gaussian: (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  uniform: (random: Random) => (random() - 0.5) * Math.sqrt(12),
  laplace: (random: Random) => {
    const share = random() - 0.5;
    return (-Math.sign(share) * Math.log(1 - 2 * Math.abs(share))) / Math.SQRT2;
  },
} satisfies Record<string, (random: Random) => number>;

export type NoiseName = keyof typeof NOISES;

export interface Simulation {
  noise: NoiseName;
  points: number;
  /** Days of the window; more than `points` leaves days without a snapshot. */
  windowDays: number;
  runs: number;
  seed: number;
}

/** Random captured days of the window; the first day is always one of them. */
function capturedDays(random: Random, points: number, windowDays: number): number[] {
  const days = Array.from({ length: windowDays }, (_, day) => day);
  while (days.length > points) days.splice(1 + Math.floor(random() * (days.length - 1)), 1);
  return days;
}

const UNBOUNDED = { least: -Infinity, most: Infinity };

export function simulateCoverage({ noise, points, windowDays, runs, seed }: Simulation): Map<number, number> {
  const random = seededRandom(seed);
  const held = new Map(HORIZONS.map((horizon) => [horizon, 0]));
  for (let run = 0; run < runs; run++) {
    const [slope, start, spread] = [random() * 4 - 2, 20 + random() * 80, 0.5 + random() * 5];
    const valueOn = (day: number): number => start + slope * day + spread * NOISES[noise](random);
    const history = capturedDays(random, points, windowDays).map((day) => ({ date: addDays(FIRST_DAY, day), value: valueOn(day) }));
    const result = forecast(history, {
      today: addDays(FIRST_DAY, windowDays - 1),
      horizonDays: HORIZONS.length,
      bounds: UNBOUNDED,
      method: "ols",
      calibration: null,
    });
    if (typeof result === "string") throw new Error(`a simulated history gave ${result}`);
    result.days.forEach(({ lower, upper }, index) => {
      const actual = valueOn(windowDays + index);
      if (actual >= lower && actual <= upper) held.set(index + 1, (held.get(index + 1) ?? 0) + 1);
    });
  }
  return new Map([...held].map(([horizon, count]) => [horizon, count / runs]));
}

export interface WalkTally {
  horizon: number;
  forecasts: number;
  held: number;
  /** Forecasts from a flat history: their interval has no width and holds as long as nothing changes. */
  flat: number;
  flatHeld: number;
}

export interface WalkRules {
  lookbackDays: number;
  /** Forecasts are made on every so many captured days. */
  strideDays?: number;
  bounds: { least: number; most: number };
}

/** Errors of all histories as they were known on a day. */
function calibrationOn(histories: readonly (readonly DatedValue[])[], today: string, lookbackDays: number): Calibration {
  const known = histories.map((series) =>
    series.filter(({ date }) => date <= today).map(({ date, value }) => ({ x: dayNumber(date), y: value })),
  );
  return calibrate(known, { lookbackDays, horizonDays: HORIZONS.length, fewestPoints: FEWEST_FORECAST_POINTS });
}

/**
 * Forecasts from the history up to every captured day, and compares with later values. Of long
 * histories it takes every second, third… day.
 */
export function walkHistories(
  histories: readonly (readonly DatedValue[])[],
  { lookbackDays, bounds, strideDays = 1 }: WalkRules,
): WalkTally[] {
  const tallies = HORIZONS.map((horizon): WalkTally => ({ horizon, forecasts: 0, held: 0, flat: 0, flatHeld: 0 }));
  const calibrations = new Map<string, Calibration>();
  const calibrated = (today: string): Calibration => {
    const calibration = calibrations.get(today) ?? calibrationOn(histories, today, lookbackDays);
    calibrations.set(today, calibration);
    return calibration;
  };
  for (const series of histories) {
    const valueOn = new Map(series.map(({ date, value }) => [date, value]));
    for (const { date: today } of series.filter(({ date }) => dayNumber(date) % strideDays === 0)) {
      const history = series.filter(({ date }) => date <= today && date > addDays(today, -lookbackDays));
      if (history.length < FEWEST_FORECAST_POINTS) continue;
      const result = forecast(history, { today, horizonDays: HORIZONS.length, bounds, method: "ols", calibration: calibrated(today) });
      if (typeof result === "string") continue;
      for (const [index, { date, lower, upper }] of result.days.entries()) {
        const [actual, tally] = [valueOn.get(date), tallies[index]];
        if (actual === undefined || !tally) continue;
        // The forecast is rounded to four decimals, the actual value is not.
        const isHeld = actual >= lower - 0.0001 && actual <= upper + 0.0001;
        tally.forecasts += 1;
        tally.held += Number(isHeld);
        tally.flat += Number(result.isFlat);
        tally.flatHeld += Number(result.isFlat && isHeld);
      }
    }
  }
  return tallies;
}
