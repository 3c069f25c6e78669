import { formatPrice, formatTokens } from "@/lib/domain/pages/format";
import type { PriceCondition, PriceConditionKind } from "@/lib/domain/models/prices/price-condition";
import { ListedTable } from "@/components/ui/data-table";

export const CONDITION_WORDS: Record<PriceConditionKind, string> = {
  prompt_tokens_above: "Long prompts",
  time_band: "Hours",
  service_tier: "Service tier",
  speed: "Speed",
  geography: "Region",
  second_tier: "Second tier",
  thinking_output: "Thinking output",
  audio_input: "Audio input",
  image_input: "Image input",
  cache_write_5m: "Writing to the cache",
  cache_write_1h: "Writing to the cache for an hour",
  web_search: "Web search",
  per_request: "Requests",
};

function nameOf({ kind, value, above, band }: PriceCondition): string {
  const parts = [
    value?.replaceAll("_", " "),
    above !== undefined && `above ${formatTokens(above)} tokens`,
    band && `${band.hours.join(", ")} ${band.zone}`,
    band?.weekdays?.join(" "),
    band?.from_date !== undefined && `from ${band.from_date.slice(0, 10)}`,
    band?.to_date !== undefined && `until ${band.to_date.slice(0, 10)}`,
  ].filter((part) => typeof part === "string");
  return [CONDITION_WORDS[kind], ...parts].join(", ");
}

function figuresOf({ input, output, cached_input: cached, cache_write: write, per_1k: pieces, factor }: PriceCondition): string {
  const priced = (usd: number | undefined, of: string) => (usd === undefined ? [] : [`${formatPrice(usd)}${of}`]);
  return [
    ...priced(input, " in"),
    ...priced(output, " out"),
    ...priced(cached, " cached"),
    ...priced(write, " written"),
    ...priced(pieces, " per 1,000"),
    ...(factor === undefined ? [] : [`${factor} times the price`]),
  ].join(", ");
}

/** What a price depends on; nothing where no source says so. */
export function PriceConditions({ conditions }: { conditions: readonly PriceCondition[] }) {
  if (conditions.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-h3">On conditions</h3>
      <ListedTable
        label="Prices on conditions"
        head={["When", "Price"]}
        rows={conditions.map((condition) => ({ key: nameOf(condition), cells: [nameOf(condition), figuresOf(condition)] }))}
      />
    </div>
  );
}
