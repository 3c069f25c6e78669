import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { status } from "@/lib/endpoints/status";
import { definePage } from "./define";
import { listParameter } from "./parameters";

export const comparePage = definePage({
  path: "/models/compare",
  title: "Compare models",
  description:
    "Two to five models side by side: prices, limits, abilities, scores with who measured them, and the state of their providers.",
  label: "Compare",
  under: "/models",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: models }, { endpoint: benchmarks }, { endpoint: status }, { endpoint: compareModels, takes: { ids: "ids" } }],
  parameters: {
    /** Ids or names in the order of the columns. */
    ids: listParameter(),
  },
});
