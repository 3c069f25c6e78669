import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { harnesses } from "@/lib/endpoints/harnesses";
import { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { models } from "@/lib/endpoints/models";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { premiumPricingSeries } from "@/lib/endpoints/premium/history/pricing/series";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { call } from "@/lib/http/session/call";
import { modelCard } from "./cards";
import { definePage, type PathValues } from "./define";
import { lastDays } from "./last-days";
import { choiceParameter, integerParameter } from "./parameters";

const ofModel = (_: unknown, { provider, id }: PathValues) => ({ model: `${provider}/${id}` });

export const modelPage = definePage({
  path: "/models/[provider]/[...id]",
  title: "Model",
  description: "What a call of one model costs, how able it is, when it ends, what is cheaper and as able, and who sells it.",
  label: null,
  group: "Models and GPUs",
  audience: "public",
  card: modelCard,
  endpoints: [
    { endpoint: models, takes: { provider: "provider" } },
    { endpoint: pricingSeries, queryOf: ofModel },
    { endpoint: priceAtMoment, queryOf: ofModel },
    { endpoint: benchmarks },
    { endpoint: capability },
    { endpoint: resolveModels, queryOf: (_, { provider, id }) => ({ name: `${provider}/${id}` }) },
    { endpoint: probeLatest },
    { endpoint: harnesses },
    { endpoint: premiumPricingSeries, queryOf: (_, path) => ({ ...ofModel(_, path), ...lastDays(90) }) },
    {
      endpoint: forecast,
      query: { target: "price" },
      queryOf: ({ field }, path) => ({ ...ofModel(null, path), field: field === "blended" ? "blended" : `${field}Price` }),
    },
  ],
  parameters: {
    /** Share of input among all tokens, in per cent, for the mixed price. */
    mix: integerParameter({ max: 100 }).withDefault(50),
    /** Which price is forecast. */
    field: choiceParameter(["input", "output", "blended"]).withDefault("blended"),
  },
  instances: async () => {
    const { providers } = await call(models);
    return providers.flatMap((provider) =>
      [...provider.models, ...provider.unpriced].map(({ id, name }) => ({
        path: { provider: provider.id, id },
        label: name,
        kind: provider.name,
        words: id,
      })),
    );
  },
  example: { provider: "anthropic", id: "claude-opus-4-5" },
});
