import { z } from "zod";

export const SeriesRange = z.strictObject({ from: z.iso.date(), to: z.iso.date(), days: z.int().describe("Both ends included") }).meta({ id: "SeriesRange" });

/** What the free short form of a premium series adds. */
export const FreeTier = {
  tier: z.literal("free"),
  premium: z.strictObject({ endpoint: z.string(), max_range_days: z.int(), credits_per_call: z.int(), note: z.string() }),
};

interface DayPoint {
  date: string;
}

/** How every free short series of points ends. */
export const seriesEnding = <Point extends DayPoint>(points: Point[], premium: z.input<typeof FreeTier.premium>) => ({ resolution: "daily" as const, points, tier: "free" as const, premium });

/** Capture times of the days that points came from. */
export const capturesOfPoints = (snapshots: readonly { date: string; capturedAt: Date }[], points: readonly DayPoint[]): Date[] => {
  const days = new Set(points.map(({ date }) => date));
  return snapshots.filter(({ date }) => days.has(date)).map(({ capturedAt }) => capturedAt);
};
