import { z } from "zod";
import { dateRange, type DateRange, type DateRangeRules, type RequestedRange } from "@/lib/domain/basics/date-range";
import { ApiError, type ErrorCode } from "@/lib/errors";
import { dateParam } from "@/lib/schemas/params";

/** Days before today at which a range begins that names no day. */
export const DEFAULT_RANGE_DAYS = 30;

/** Query parameters of a range of days. */
export const rangeParams = (invalidFrom: ErrorCode = "invalid_from_date_format", invalidTo: ErrorCode = "invalid_to_date_format") => ({
  from: dateParam()
    .optional()
    .meta({ invalid: invalidFrom, description: `First day, YYYY-MM-DD, UTC; default ${DEFAULT_RANGE_DAYS} days before today` }),
  to: dateParam().optional().meta({ invalid: invalidTo, description: "Last day, YYYY-MM-DD, UTC; default today" }),
});

const Limits = z.object({ limits: z.record(z.string(), z.int()) });

/** What the refusals of a range add to an error body. */
export const RANGE_ERRORS = { from_after_to: Limits, range_too_large: Limits };
export const RANGE_OF_90_ERRORS = { from_after_to: Limits, range_exceeds_90_days: Limits };

interface RangeRules extends DateRangeRules {
  /** Where an endpoint has a code of its own for ranges that are too long. */
  tooLong?: keyof typeof RANGE_ERRORS | keyof typeof RANGE_OF_90_ERRORS;
}

/** The range of a call, or the 400 that names what is wrong with it. */
export function requireDateRange(
  given: RequestedRange,
  rules: RangeRules,
  limits: Readonly<Record<string, number>> = { max_days: rules.maxDays },
): DateRange {
  const range = dateRange(given, rules);
  if (range === "to_in_future") {
    throw new ApiError("invalid_parameter", `\`to\` is after today: got "${given.to}", accepted is a day up to ${rules.today} (UTC).`, {
      parameter: "to",
      given: given.to,
      accepted: `a day up to ${rules.today}`,
    });
  }
  if (range === "from_after_to") {
    throw new ApiError("from_after_to", `\`from\` is after \`to\`: got ${given.from ?? "nothing"} and ${given.to ?? rules.today}.`, {
      parameter: "from",
      given: given.from,
      limits,
    });
  }
  if (range === "range_too_large") {
    throw new ApiError(rules.tooLong ?? "range_too_large", `The range is longer than ${rules.maxDays} days, both ends included.`, {
      limits,
    });
  }
  return range;
}
