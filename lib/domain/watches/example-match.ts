import { deltaPct } from "../basics/arithmetic";
import { addDays } from "../basics/date-range";
import type { WatchMatch } from "./watch-body";
import type { WatchSpec } from "./watch-spec";

/** What a watch follows, where that is known. */
interface Seen {
  subjects: readonly string[];
  /** The service that a status watch follows first. */
  service?: { name: string; provider: string } | undefined;
  lastValue: number | null;
  today: string;
}

const split = (subject: string): { model: string; provider: string } => {
  const slash = subject.indexOf("/");
  return slash < 1 ? { model: subject, provider: "example" } : { model: subject.slice(slash + 1), provider: subject.slice(0, slash) };
};

const rounded = (usd: number): number => Number(usd.toPrecision(2));

function priceExample(spec: Extract<WatchSpec, { type: "price" }>, subject: string, lastValue: number | null): WatchMatch {
  const { field, op } = spec;
  const threshold = spec.op === "changes" ? {} : { threshold: spec.threshold };
  const line = spec.op === "changes" ? (lastValue ?? 5) : spec.threshold;
  const [low, high] = line === 0 ? [0, 1] : [rounded(line * 0.8), rounded(line * 1.25)];
  const [from, to] = op === "gt" ? [low, high] : [high, low];
  return { type: "price", ...split(subject), field, op, ...threshold, from, to, delta_pct: deltaPct(from, to) };
}

function statusExample(spec: Extract<WatchSpec, { type: "status" }>, service: Seen["service"]): WatchMatch {
  const to = spec.op === "becomes" ? spec.value : "down";
  const value = spec.op === "becomes" ? { value: spec.value } : {};
  const from = to === "operational" ? "down" : "operational";
  const { provider, name } = service ?? { provider: spec.provider.toLowerCase(), name: spec.provider };
  return { type: "status", provider, name, op: spec.op, ...value, from, to };
}

function digestExample({ cadence }: Extract<WatchSpec, { type: "digest" }>, today: string): WatchMatch {
  const period = { from: `${addDays(today, -1)}T07:00:00.000Z`, to: `${today}T07:00:00.000Z` };
  const changed = [{ model: "Example 1", provider: "example", field: "inputPrice", from: 5, to: 4, delta_pct: -20 }];
  const added = [{ model: "Example 2", provider: "example", inputPrice: 1, outputPrice: 4 }];
  return {
    type: "digest",
    cadence,
    period,
    has_baseline: true,
    pricing: { changed, added, removed: [], total_changes: 2, omitted: 0 },
    retirements: [],
  };
}

const retirementExample = (subject: string, today: string): WatchMatch => ({
  type: "retirement",
  event: "announced",
  ...split(subject.includes("/") ? subject : `${subject}/example-1`),
  state: "deprecated",
  announced_on: today,
  retires_on: addDays(today, 90),
  precision: "exact",
  moved_from: null,
  days_left: 90,
  replacement: "example-2",
  options: [],
  rerouted_to: null,
  source_url: null,
});

const newModelExample = (maker: string): WatchMatch => ({
  type: "new_model",
  provider: maker,
  models: [
    {
      model: "Example 1",
      model_id: `${maker}/example-1`,
      provider: maker,
      input_price: 1,
      output_price: 4,
      context_window: 200_000,
      released: null,
    },
  ],
  omitted: 0,
});

function capabilityExample(subject: string): WatchMatch {
  const { provider, model } = split(subject);
  return {
    type: "capability",
    model,
    model_id: `${provider}/${model}`,
    provider,
    changes: [
      { field: "contextWindow", from: 200_000, to: 1_000_000 },
      { field: "modalitiesIn", from: ["text"], to: ["image", "text"] },
    ],
  };
}

/** A fire as this watch could have one, with made-up figures. */
export function exampleMatch(spec: WatchSpec, { subjects, service, lastValue, today }: Seen): WatchMatch {
  const [subject = "example"] = subjects;
  switch (spec.type) {
    case "price":
      return priceExample(spec, subjects[0] ?? spec.model, lastValue);
    case "status":
      return statusExample(spec, service);
    case "digest":
      return digestExample(spec, today);
    case "retirement":
      return retirementExample(subject, today);
    case "capability":
      return capabilityExample(subject);
    case "new_model":
      return newModelExample(subject);
  }
}
