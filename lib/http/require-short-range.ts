import { addDays, type DateRange, utcDay } from "@/lib/domain/basics/date-range";
import { ApiError } from "@/lib/errors";
import { dateParam, integerParam } from "@/lib/schemas/params";
import { requireDateRange } from "./require-date-range";

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
