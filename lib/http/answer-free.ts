import { describeError, log } from "@/lib/config/log";
import { offload } from "@/lib/sources/workers/offload";
import { buildAnswer } from "./build";
import type { AnyEndpoint } from "./endpoint";
import { addEncodings, findPreparedAnswer, keepPreparedAnswer, type PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import type { Input } from "./steps/parse";

const SMALLEST_WORTH_COMPRESSING = 1024;
const inFlight = new Map<string, Promise<PreparedAnswer>>();

export function answerKey(endpoint: AnyEndpoint, input: Input, params: Record<string, string>): string {
  const path = endpoint.path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return `${path}?${input.canonical}&format=${input.format}`;
}

function compressAhead(key: string, answer: PreparedAnswer): void {
  if (answer.identity.byteLength < SMALLEST_WORTH_COMPRESSING) return;
  offload("compress", answer.identity).then(
    (encodings) => addEncodings(key, answer, encodings),
    (error: unknown) => log.warn("compression failed", { key, error: describeError(error) }),
  );
}

async function buildAndKeep(endpoint: AnyEndpoint, input: Input, key: string): Promise<PreparedAnswer> {
  const { payload: _, ...answer } = await buildAnswer(endpoint, input);
  keepPreparedAnswer(key, answer);
  compressAhead(key, answer);
  return answer;
}

/** From the store, or built; parallel calls share one build (single-flight). */
export async function answerFree(endpoint: AnyEndpoint, input: Input, key: string): Promise<PreparedAnswer> {
  const prepared = findPreparedAnswer(key, Date.now());
  if (prepared) return prepared;
  let work = inFlight.get(key);
  if (!work) {
    work = buildAndKeep(endpoint, input, key).finally(() => inFlight.delete(key));
    inFlight.set(key, work);
  }
  return work;
}
