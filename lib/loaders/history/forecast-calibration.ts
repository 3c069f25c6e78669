import type { Db } from "@/db/client";
import { addDays, dayNumber } from "@/lib/domain/basics/date-range";
import type { LinePoint } from "@/lib/domain/history/fit-line";
import { FEWEST_FORECAST_POINTS } from "@/lib/domain/history/forecast";
import type { SpanColumns } from "@/lib/domain/history/span-columns";
import { calibrate, type Calibration } from "@/lib/domain/history/pooled-errors";
import { blendedPrice } from "@/lib/domain/models/model-listing";
import { cachePerKey } from "../freshness/once-per-version";
import { capturedDaysIn, type SeriesType } from "./captured-days";
import { cachedPrices, cachedScores, type CachedPrice } from "./cached-history";

export interface CalibrationWindow {
  today: string;
  lookbackDays: number;
  horizonDays: number;
}

export type PriceField = "inputPrice" | "outputPrice" | "blended";

/** More histories hardly move a 95% quantile, and each costs time in the paid call. */
const MOST_HISTORIES = 400;

interface HistorySource<Value> {
  spans: SpanColumns<Value>;
  type: SeriesType;
  keyOf: (value: Value) => string;
  valueOf: (value: Value) => number;
}

/** Captured days of listings, oldest first. Where there are many listings, every second, third… is taken. */
async function histories<Value>(
  db: Db,
  { spans, type, keyOf, valueOf }: HistorySource<Value>,
  { today, lookbackDays, horizonDays }: CalibrationWindow,
): Promise<LinePoint[][]> {
  const captured = await capturedDaysIn(db, type, { from: addDays(today, 1 - lookbackDays - horizonDays), to: today });
  const days = captured.map(({ date }) => dayNumber(date)).sort((left, right) => left - right);
  const keys = [...new Set(spans.values.map(keyOf))];
  const stride = Math.ceil(keys.length / MOST_HISTORIES);
  const points = new Map<string, LinePoint[]>(keys.filter((_, index) => index % stride === 0).map((key) => [key, []]));
  spans.values.forEach((value, index) => {
    const [first = 0, last = 0] = [spans.firstDays[index], spans.lastDays[index]];
    for (const x of days) if (x >= first && x <= last) points.get(keyOf(value))?.push({ x, y: valueOf(value) });
  });
  return [...points.values()].map((history) => history.sort((left, right) => left.x - right.x));
}

/** Windows that are asked for between two captured days. */
const MOST_CALIBRATIONS = 100;

const cached = cachePerKey<Calibration>(["history"], MOST_CALIBRATIONS);

/** Errors of other listings, which are the same for every model asked about until the next capture. */
function calibrated<Value>(db: Db, name: string, source: HistorySource<Value>, window: CalibrationWindow): Promise<Calibration> {
  const { today, lookbackDays, horizonDays } = window;
  return cached(db, [name, today, lookbackDays, horizonDays].join(" "), async () =>
    calibrate(await histories(db, source, window), { lookbackDays, horizonDays, fewestPoints: FEWEST_FORECAST_POINTS }),
  );
}

const priceOf = (field: PriceField, { inputPrice, outputPrice }: CachedPrice): number =>
  field === "blended" ? blendedPrice(inputPrice, outputPrice) : field === "inputPrice" ? inputPrice : outputPrice;

/** How far forecasts of makers' own listings were off, up to the newest captured day. */
export async function calibratePrices(db: Db, field: PriceField, window: CalibrationWindow): Promise<Calibration> {
  const { makers } = await cachedPrices(db);
  const source = {
    spans: makers,
    type: "pricing",
    keyOf: ({ reference }: CachedPrice) => reference,
    valueOf: (price: CachedPrice) => priceOf(field, price),
  } as const;
  return calibrated(db, field, source, window);
}

/** How far forecasts of all benchmark scores were off, up to the newest captured day. */
export async function calibrateScores(db: Db, window: CalibrationWindow): Promise<Calibration> {
  const spans = await cachedScores(db);
  const keyOf = ({ benchmarkKey, benchmark }: (typeof spans.values)[number]): string => `${benchmarkKey} ${benchmark}`;
  return calibrated(db, "score", { spans, type: "benchmarks", keyOf, valueOf: ({ score }) => score }, window);
}
