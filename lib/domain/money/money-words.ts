import { formatCount, plural } from "../pages/format";
import { formatUsd } from "./credits";

export const creditsText = (credits: number): string => plural(credits, "credit");

/** `10,255.50`, `1.000037`: at least two decimals, never rounded. */
export function usdcText(units: bigint): string {
  const [whole = "0", fraction = "00"] = formatUsd(units).split(".");
  return `${formatCount(Number(whole))}.${fraction}`;
}

/** Why a call was not charged, in words that follow "not charged:". */
const REASONS: Readonly<Record<string, string>> = {
  "5xx": "the service failed",
  circuit_breaker: "too many of the same kind came at once",
  schema_validation_failure: "the answer did not have its promised shape",
  stale_data: "the data was older than promised",
  upstream_failure: "a source could not be read",
  empty_result: "nothing was captured for this question",
  caller_fault: "the request asked for something that does not exist or is not accepted",
  clock_unsure: "the service was not sure of its clock",
};

/** `null` is a call that ended without an answer, or whose reason was not stored. */
export const reasonText = (reason: string | null): string =>
  reason === null ? "it ended without an answer" : (REASONS[reason] ?? reason.replaceAll("_", " "));
