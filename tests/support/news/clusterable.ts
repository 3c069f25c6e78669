import type { Db } from "@/db/client";
import { clusterOpenDays } from "@/jobs/cluster-news/cluster-open-days";
import type { JobCounts } from "@/jobs/define";
import type { ClusterInput } from "@/lib/domain/news/stories/cluster-articles";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";

let made = 0;

/** A unit vector in the plane, so that a test can choose the cosine similarity by the angle. */
export const atDegrees = (degrees: number): Float32Array =>
  Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

export interface DirectedInput extends ClusterInput {
  vector: Float32Array;
}

export function aClusterInput({
  degrees = 0,
  at = "2026-05-09T08:00:00Z",
  ...over
}: Partial<DirectedInput> & { degrees?: number; at?: string } = {}): DirectedInput {
  made += 1;
  return {
    id: `a${String(made).padStart(4, "0")}`,
    title: "Halden ships the Skua coding model",
    snippet: "",
    domain: `outlet-${made}.example`,
    publishedAtMs: Date.parse(at),
    vector: atDegrees(degrees),
    ...over,
  };
}

/** Unrelated headlines point anywhere, so that what they share is nothing. */
const anywhere = (text: string): number => ([...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) * 137.5) % 360;

/** Embeds "Title [30]" as the vector at 30 degrees, and records the texts. */
export function degreesEmbedder(model = "degrees-1"): Embedder & { embeddedTexts: string[] } {
  const embeddedTexts: string[] = [];
  return {
    embeddedTexts,
    model,
    batchSize: 6,
    async embed(texts) {
      embeddedTexts.push(...texts);
      return texts.map((text) => atDegrees(Number(/\[(\d+)\]/.exec(text)?.[1] ?? anywhere(text))));
    },
  };
}

/** Clusters as the job does, with the embedder of the test. */
export async function clusterAt(
  db: Db,
  now: Date,
  embedder: Embedder = degreesEmbedder(),
  embeddingSeconds?: number,
): Promise<JobCounts | null> {
  const http = { get: () => Promise.reject(new Error("not asked")), measure: () => Promise.reject(new Error("not asked")) };
  return clusterOpenDays(embedder, { db, http, now, signal: new AbortController().signal, log: () => undefined }, embeddingSeconds);
}
