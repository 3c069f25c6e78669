import type { Db } from "@/db/client";
import { clusterOpenDays } from "@/jobs/cluster-news/cluster-open-days";
import type { ClusterInput } from "@/lib/domain/news/stories/cluster-articles";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";

let made = 0;

/** A direction in a plane: the cosine of two is that of the degrees between them. */
export const atDegrees = (degrees: number): Float32Array =>
  Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

/** An article of an outlet of its own, as the grouping sees it. */
export function aClusterInput({
  degrees = 0,
  at = "2026-05-09T08:00:00Z",
  ...over
}: Partial<ClusterInput> & { degrees?: number; at?: string } = {}): ClusterInput {
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

/** Gives each text the direction that its bracketed degrees say: "Title [30]". Keeps what it was asked. */
export function degreesEmbedder(model = "degrees-1"): Embedder & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    model,
    batchSize: 6,
    async embed(texts) {
      asked.push(...texts);
      return texts.map((text) => atDegrees(Number(/\[(\d+)\]/.exec(text)?.[1] ?? 0)));
    },
  };
}

/** Runs the grouping as the job does, with a model of the test's. */
export async function clusterAt(
  db: Db,
  now: Date,
  embedder: Embedder = degreesEmbedder(),
  embeddingSeconds?: number,
): Promise<Record<string, number> | null> {
  const http = { get: () => Promise.reject(new Error("not asked")), measure: () => Promise.reject(new Error("not asked")) };
  return clusterOpenDays(embedder, { db, http, now, signal: new AbortController().signal, log: () => undefined }, embeddingSeconds);
}
