import { z } from "zod";
import { dateRange, utcDay, type DateRange, type DateRangeRules, type RequestedRange, addDays } from "@/lib/domain/basics/date-range";
import { ApiError, type ErrorCode } from "@/lib/errors";
import { dateParam, integerParam } from "@/lib/schemas/params";

/** Most days of a range, both ends included, by what it is a range of. */
export const MOST_DAYS = {
  attention: 90,
  prices: 90,
  uptime: 366,
  benchmarks: 366,
  probes: 366,
  gpus: 366,
  verifiedNews: 30,
} as const;

/** A range without `from` begins this many days before today. */
export const DEFAULT_RANGE_DAYS = 30;

export const rangeParams = (invalidFrom: ErrorCode = "invalid_from_date_format", invalidTo: ErrorCode = "invalid_to_date_format") => ({
  from: dateParam()
    .optional()
    .meta({ invalid: invalidFrom, description: `First day, YYYY-MM-DD, UTC; default ${DEFAULT_RANGE_DAYS} days before today` }),
  to: dateParam().optional().meta({ invalid: invalidTo, description: "Last day, YYYY-MM-DD, UTC; default today" }),
});

const Limits = z.object({ limits: z.record(z.string(), z.int()) });

/** Members that these errors add to their body. */
export const RANGE_ERRORS = { from_after_to: Limits, range_too_large: Limits };
export const RANGE_OF_90_ERRORS = { from_after_to: Limits, range_exceeds_90_days: Limits };

interface RangeRules extends DateRangeRules {
  /** An endpoint's own code for a range that is too long. */
  tooLong?: keyof typeof RANGE_ERRORS | keyof typeof RANGE_OF_90_ERRORS;
}

/** Throws a 400 that says what is wrong with the range. */
export function requireDateRange(
  requested: RequestedRange,
  rules: RangeRules,
  limits: Readonly<Record<string, number>> = { max_days: rules.maxDays },
): DateRange {
  const range = dateRange(requested, rules);
  if (range === "to_in_future") {
    throw new ApiError("invalid_parameter", `\`to\` is after today: got "${requested.to}", accepted is a day up to ${rules.today} (UTC).`, {
      parameter: "to",
      given: requested.to,
      accepted: `a day up to ${rules.today}`,
    });
  }
  if (range === "from_after_to") {
    throw new ApiError(
      "from_after_to",
      `\`from\` is after \`to\`: got ${requested.from ?? "nothing"} and ${requested.to ?? rules.today}.`,
      {
        parameter: "from",
        given: requested.from,
        limits,
      },
    );
  }
  if (range === "range_too_large") {
    throw new ApiError(rules.tooLong ?? "range_too_large", `The range is longer than ${rules.maxDays} days, both ends included.`, {
      limits,
    });
  }
  return range;
}

/** The range of a series: up to today, by default the last days, and at most `maxDays` long. */
export const rangeUpTo =
  (maxDays: number, tooLong?: RangeRules["tooLong"]) =>
  (requested: RequestedRange, now: Date): DateRange =>
    requireDateRange(requested, { today: utcDay(now), defaultDays: DEFAULT_RANGE_DAYS, maxDays, ...(tooLong ? { tooLong } : {}) });

/** A free short series takes either the last `days`, or `from` and `to`. */
export const shortRangeParams = (maxDays: number) => ({
  days: integerParam(1, maxDays).optional().describe(`Number of days up to \`to\`; default ${maxDays}`),
  from: dateParam().optional().meta({ invalid: "invalid_from_date_format", description: "First day, YYYY-MM-DD, UTC" }),
  to: dateParam().optional().meta({ invalid: "invalid_to_date_format", description: "Last day, YYYY-MM-DD, UTC; default today" }),
});

interface ShortRangeQuery {
  days?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export function requireShortRange({ days, from, to }: ShortRangeQuery, maxDays: number, now: Date): DateRange {
  const today = utcDay(now);
  if (days !== undefined && from !== undefined) {
    throw new ApiError("invalid_parameter", "`days` and `from` contradict each other: give one of them.", {
      parameter: "days",
      given: String(days),
      accepted: "`days`, or `from` and `to`",
    });
  }
  return requireDateRange({ from: from ?? addDays(to ?? today, 1 - (days ?? maxDays)), to }, { today, defaultDays: maxDays - 1, maxDays });
}
