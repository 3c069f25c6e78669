import { seededRandom } from "@/lib/server/seed/rng";

/** Simulated kinds of history, each with the narrowest 95% interval of one who knows the process and its present state. */

type Random = () => number;

/** Values on days 0, 1, 2…; `oracleWidth` is that of the interval `ahead` days after day `today`. */
export interface SimulatedHistory {
  values: number[];
  oracleWidth: (ahead: number) => number;
}

interface Shape {
  days: number;
  today: number;
  lookbackDays: number;
}

type Family = (random: Random, shape: Shape) => SimulatedHistory;

const NORMAL_WIDTH = 2 * 1.959_964;
const AUTOCORRELATION = 0.7;
const OUTCOMES = 4000;
const MOST_AHEAD = 30;

export const gaussian = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const daysOf = ({ days }: Shape): number[] => Array.from({ length: days }, (_, day) => day);
/** Listings differ in price by a factor of a hundred. */
const startOf = (random: Random): number => 0.5 * 100 ** random();
const signOf = (random: Random): number => (random() < 0.5 ? -1 : 1);

function steps(random: Random, shape: Shape, start: number, next: (value: number) => number): number[] {
  let value = start;
  return daysOf(shape).map((day) => (day === 0 ? value : (value = next(value))));
}

function shortest95(outcomes: readonly number[]): number {
  const sorted = outcomes.toSorted((left, right) => left - right);
  const span = Math.ceil(outcomes.length * 0.95) - 1;
  const widths = sorted.slice(span).map((upper, index) => upper - (sorted[index] ?? 0));
  return Math.min(...widths);
}

/** Width, for a value of 1 and by distance, of a process that multiplies by a random factor each day. */
function factorWidths(factor: (random: Random) => number): number[] {
  const random = seededRandom(94);
  const outcomes = Array.from({ length: OUTCOMES }, () => {
    let product = 1;
    return Array.from({ length: MOST_AHEAD }, () => (product *= factor(random)));
  });
  return Array.from({ length: MOST_AHEAD }, (_, index) => shortest95(outcomes.map((outcome) => outcome[index] ?? 1)));
}

function multiplied(factor: (random: Random) => number): Family {
  const widths = factorWidths(factor);
  return (random, shape) => {
    const values = steps(random, shape, startOf(random), (value) => value * factor(random));
    return { values, oracleWidth: (ahead) => (values[shape.today] ?? 0) * (widths[ahead - 1] ?? 0) };
  };
}

/** A level, and noise of 4% around it. */
function noisy(random: Random, shape: Shape, levelOn: (day: number, start: number) => number): SimulatedHistory {
  const start = startOf(random);
  const noise = start * 0.04;
  return {
    values: daysOf(shape).map((day) => levelOn(day, start) + noise * gaussian(random)),
    oracleWidth: () => NORMAL_WIDTH * noise,
  };
}

/** The level moves once by 2 to 10 times the noise, up or down. */
function shifted(random: Random, shape: Shape, day: number): SimulatedHistory {
  const share = signOf(random) * (0.08 + 0.32 * random());
  return noisy(random, shape, (each, start) => (each < day ? start : start * (1 + share)));
}

export const FAMILIES = {
  constant: (random, shape) => {
    const value = startOf(random);
    return { values: daysOf(shape).map(() => value), oracleWidth: () => 0 };
  },
  noise: (random, shape) => noisy(random, shape, (_, start) => start),
  trend: (random, shape) => {
    const slope = (random() - 0.5) * 0.02;
    return noisy(random, shape, (day, start) => start * (1 + slope * day));
  },
  cuts: multiplied((random) => (random() < 1 / 30 ? 0.6 + 0.35 * random() : 1)),
  "step walk": multiplied((random) => (random() < 1 / 20 ? Math.exp(0.1 * gaussian(random)) : 1)),
  "random walk": (random, shape) => {
    const start = startOf(random);
    const step = start * 0.02;
    return {
      values: steps(random, shape, start, (value) => value + step * gaussian(random)),
      oracleWidth: (ahead) => NORMAL_WIDTH * step * Math.sqrt(ahead),
    };
  },
  "AR(1)": (random, shape) => {
    const start = startOf(random);
    const step = start * 0.03;
    const remaining = 1 - AUTOCORRELATION ** 2;
    const first = start + (step / Math.sqrt(remaining)) * gaussian(random);
    return {
      values: steps(random, shape, first, (value) => start + AUTOCORRELATION * (value - start) + step * gaussian(random)),
      oracleWidth: (ahead) => NORMAL_WIDTH * step * Math.sqrt((1 - AUTOCORRELATION ** (2 * ahead)) / remaining),
    };
  },
  "regime change inside": (random, shape) => shifted(random, shape, shape.today - Math.floor(shape.lookbackDays * (0.25 + 0.5 * random()))),
  "regime change after": (random, shape) => shifted(random, shape, shape.today + 1 + Math.floor(MOST_AHEAD * random())),
} satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;
export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[];
