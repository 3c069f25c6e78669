import { PROJECTION_HORIZONS } from "@/lib/domain/models/cost-projection";
import { models } from "@/lib/endpoints/models";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { definePage } from "./define";
import { choiceParameter, integerParameter, listParameter, tokensParameter } from "./parameters";

const MOST_TOKENS = 1e12;
const DEFAULT_INPUT = 10_000_000;
const DEFAULT_OUTPUT = 2_000_000;

export const costPage = definePage({
  path: "/models/cost",
  title: "Cost of a workload",
  description:
    "What your tokens cost on up to ten models, the cheapest first: by day, week, month and year, with the source of every price.",
  label: "Cost",
  under: "/models",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [
    { endpoint: models },
    {
      endpoint: costProjection,
      takes: { model: "ids", horizon: "horizon" },
      // The endpoint takes numbers without a unit.
      queryOf: (values) => ({
        input_tokens_per_day: String(values.in ?? DEFAULT_INPUT),
        output_tokens_per_day: String(values.out ?? DEFAULT_OUTPUT),
      }),
    },
  ],
  parameters: {
    ids: listParameter(),
    in: tokensParameter({ max: MOST_TOKENS }).withDefault(DEFAULT_INPUT),
    out: tokensParameter({ max: MOST_TOKENS }).withDefault(DEFAULT_OUTPUT),
    /** Share of the input that is read from the cache of the provider, in per cent. */
    cached: integerParameter({ max: 100 }).withDefault(0),
    horizon: choiceParameter(PROJECTION_HORIZONS).withDefault("monthly"),
  },
});
