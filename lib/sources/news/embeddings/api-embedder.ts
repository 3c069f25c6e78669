import { z } from "zod";
import { createDeadline, toSourceError } from "@/lib/sources/http/deadline";
import { readBody } from "@/lib/sources/http/read-body";
import { SourceError } from "@/lib/sources/http/source";
import { discard, networkTransport } from "@/lib/sources/http/transport";
import { unitVector, type Embedder } from "./embedder";

const BATCH_SIZE = 64;
const TIMEOUT_MS = 30_000;
/** Twice the size of 64 vectors of 4,096 numbers as JSON. */
const MAX_BYTES = 12 * 1024 * 1024;

export interface EmbeddingsApi {
  /** Base URL; `/embeddings` is appended. */
  url: string;
  key: string | null;
  model: string;
  timeoutMs?: number;
}

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(8).max(8192) })).max(BATCH_SIZE),
});

/** The operator configured the address, so it may be private. Redirects are not followed. */
const transport = networkTransport(() => true);

async function exchange(
  { url, key, model, timeoutMs }: EmbeddingsApi,
  texts: readonly string[],
  outer: AbortSignal | undefined,
): Promise<Uint8Array> {
  const address = new URL(`${url}/embeddings`);
  const deadline = createDeadline(timeoutMs ?? TIMEOUT_MS, outer);
  deadline.start();
  try {
    const headers = {
      "content-type": "application/json",
      accept: "application/json",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    };
    const body = JSON.stringify({ model, input: texts, encoding_format: "float" });
    const answer = await transport({ url: address, method: "POST", headers, body, signal: deadline.signal });
    if (answer.status === 200) return await readBody(answer, MAX_BYTES, deadline.signal);
    discard(answer.body);
    throw new SourceError(answer.status === 429 ? "rate_limited" : "http", `${address.host}: HTTP ${answer.status}`, {
      status: answer.status,
    });
  } catch (error) {
    throw toSourceError(error, deadline.signal, address.host);
  } finally {
    deadline.clear();
  }
}

function vectorsOf(bytes: Uint8Array, count: number, host: string): Float32Array[] {
  const refuse = (problem: string): never => {
    throw new SourceError("parse", `${host}: ${problem}`);
  };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    refuse("the answer is not JSON");
  }
  const answer = Answer.safeParse(json);
  if (!answer.success) return refuse("the answer holds no list of embeddings");
  const byIndex = new Map(answer.data.data.map(({ index, embedding }) => [index, unitVector(embedding)]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index) ?? refuse(`no vector for text ${index + 1} of ${count}`));
  if (byIndex.size !== count || new Set(vectors.map((vector) => vector.length)).size > 1) return refuse("vectors and texts do not match");
  return vectors;
}

/** Embedder for any service with OpenAI's `/embeddings` endpoint. */
export function apiEmbedder(api: EmbeddingsApi): Embedder {
  const { host } = new URL(api.url);
  return {
    model: api.model,
    batchSize: BATCH_SIZE,
    async embed(texts, signal) {
      if (texts.length === 0) return [];
      return vectorsOf(await exchange(api, texts, signal), texts.length, host);
    },
  };
}
