import { embeddings } from "@/lib/endpoints/embeddings";
import { EmbeddingType } from "@/lib/schemas/models/embedding-model";
import { definePage } from "./define";
import { choiceParameter, flagParameter, numberParameter, pageParameter, sortParameter, textParameter } from "./parameters";

export const MTEB_VARIANTS = ["multilingual_v2", "english_v2", "english_v1_56"] as const;
const COLUMNS = ["name", "price", "dimensions", "input", "score", "released"] as const;

export const embeddingsPage = definePage({
  path: "/embeddings",
  title: "Embedding models",
  description: "Which embedding model is good for its price: MTEB score, price, dimensions, longest input and licence, and who says so.",
  label: "Embeddings",
  under: "/models",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: embeddings, takes: { type: "type" } }],
  parameters: {
    q: textParameter(),
    type: choiceParameter(EmbeddingType.options),
    open: flagParameter(),
    multilingual: flagParameter(),
    max: numberParameter(),
    /** Averages of different task sets cannot be compared: one is shown. */
    mteb: choiceParameter(MTEB_VARIANTS).withDefault("multilingual_v2"),
    sort: sortParameter(COLUMNS, { column: "score", direction: "desc" }),
    page: pageParameter(),
  },
});
