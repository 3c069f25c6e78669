import type { Env } from "@/lib/config/env";
import { offload } from "@/lib/sources/workers/offload";
import { apiEmbedder } from "./api-embedder";
import type { Embedder } from "./embedder";

/** A batch takes a fifth of a second, after which its vectors are stored. */
const LOCAL_BATCH_SIZE = 8;

export const localEmbedder: Embedder = {
  model: "universal-sentence-encoder-lite-en",
  batchSize: LOCAL_BATCH_SIZE,
  embed: (texts) => offload("embedTexts", [...texts]),
};

export function embedderOf({
  EMBEDDINGS_API_URL: url,
  EMBEDDINGS_API_KEY: key,
  EMBEDDINGS_API_MODEL: model,
}: Pick<Env, "EMBEDDINGS_API_URL" | "EMBEDDINGS_API_KEY" | "EMBEDDINGS_API_MODEL">): Embedder {
  return url && model ? apiEmbedder({ url, key: key ?? null, model }) : localEmbedder;
}
