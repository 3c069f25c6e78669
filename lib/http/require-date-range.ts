import { dateRange, type DateRange, type DateRangeRules } from "@/lib/domain/date-range";
import { ApiError } from "@/lib/errors";

/** The range of a call, or the 400 that names what is wrong with it. */
export function requireDateRange(given: { from?: string | undefined; to?: string | undefined }, rules: DateRangeRules): DateRange {
  const range = dateRange(given, rules);
  const limits = { max_days: rules.maxDays };
  if (range === "to_in_future") {
    throw new ApiError("invalid_parameter", `\`to\` is after today: got "${given.to}", accepted is a day up to ${rules.today} (UTC).`, { parameter: "to", given: given.to, accepted: `a day up to ${rules.today}` });
  }
  if (range === "from_after_to") throw new ApiError("from_after_to", `\`from\` is after \`to\`: got ${given.from ?? "nothing"} and ${given.to ?? rules.today}.`, { parameter: "from", given: given.from, limits });
  if (range === "range_too_large") throw new ApiError("range_too_large", `The range is longer than ${rules.maxDays} days, both ends included.`, { limits });
  return range;
}
