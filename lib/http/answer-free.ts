import { describeError, log } from "@/lib/config/log";
import { offload } from "@/lib/sources/workers/offload";
import { buildAnswer } from "./build";
import type { AnyEndpoint } from "./endpoint";
import { addEncodings, findPrepared, keepPrepared, type PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import type { Input } from "./steps/parse";

const SMALLEST_WORTH_COMPRESSING = 1024;
const building = new Map<string, Promise<PreparedAnswer>>();

export function keyOf(endpoint: AnyEndpoint, input: Input, params: Record<string, string>): string {
  const path = endpoint.path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return `${path}?${input.canonical}&format=${input.format}`;
}

function compressSoon(key: string, answer: PreparedAnswer): void {
  if (answer.identity.byteLength < SMALLEST_WORTH_COMPRESSING) return;
  offload("compress", answer.identity).then(
    (encodings) => addEncodings(key, answer, encodings),
    (error: unknown) => log.warn("compression failed", { key, error: describeError(error) }),
  );
}

async function build(endpoint: AnyEndpoint, input: Input, key: string): Promise<PreparedAnswer> {
  const { payload: _, ...answer } = await buildAnswer(endpoint, input);
  keepPrepared(key, answer);
  compressSoon(key, answer);
  return answer;
}

/** The current answer to a free call, from the store or computed; parallel callers share one computation. */
export async function preparedAnswer(endpoint: AnyEndpoint, input: Input, key: string): Promise<PreparedAnswer> {
  const known = findPrepared(key, Date.now());
  if (known) return known;
  let work = building.get(key);
  if (!work) {
    work = build(endpoint, input, key).finally(() => building.delete(key));
    building.set(key, work);
  }
  return work;
}
