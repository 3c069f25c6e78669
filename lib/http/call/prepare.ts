import { describeError, log } from "@/lib/config/log";
import { metrics } from "@/lib/config/metrics";
import { offload } from "@/lib/sources/workers/offload";
import { database } from "@/db/database";
import { isUnusable } from "@/db/client";
import { tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import {
  addEncodings,
  findOutdatedAnswer,
  findOutdatedAnswerByTarget,
  findPreparedAnswer,
  findPreparedAnswerByTarget,
  isWorthCompressing,
  cachePrepared,
  cacheTarget,
  plainBytes,
  preparedStore,
  withCachedDate,
  type PreparedResponse,
} from "@/lib/loaders/freshness/prepared-answers";
import { fillBrackets } from "@/lib/domain/pages/fill-path";
import type { ApiRequest } from "../answer";
import { buildAnswer, NOBODY } from "./build";
import type { AnyEndpoint } from "../endpoint";
import type { Input } from "./parse";
import { targetOf } from "../target";

const inFlight = new Map<string, Promise<PreparedResponse>>();

function answerKey(endpoint: AnyEndpoint, input: Input, params: Readonly<Record<string, string>>): string {
  const path = fillBrackets(endpoint.path, (name) => params[name] ?? "");
  return `${path}?${input.canonical}&format=${input.format}`;
}

const beingCompressed = new WeakSet<PreparedResponse>();

/** Compresses for the readers to come, from the second one on: many answers are never asked for again. */
function compressOnce(key: string, answer: PreparedResponse): void {
  if (answer.br || beingCompressed.has(answer)) return;
  const identity = plainBytes(answer);
  if (!isWorthCompressing(identity)) return;
  beingCompressed.add(answer);
  offload("compress", identity).then(
    (encodings) => addEncodings(key, answer, { identity, ...encodings }),
    (error: unknown) => log.warn("compression failed", { key, error: describeError(error) }),
  );
}

/** The call's earlier answer, from before the database went away. */
function outdatedOr(key: string, error: unknown): PreparedResponse {
  const outdated = isUnusable(error) ? findOutdatedAnswer(key) : null;
  if (outdated) return outdated;
  throw error;
}

async function buildAndCache(endpoint: AnyEndpoint, input: Input, key: string): Promise<PreparedResponse> {
  const { payload: _, ...built } = await buildAnswer(endpoint, input, NOBODY);
  const answer = withCachedDate(built, preparedStore().answers.peek(key));
  cachePrepared(key, answer);
  return answer;
}

const areVersionsKnown = async ({ reads }: AnyEndpoint): Promise<boolean> => reads.length === 0 || tryFreshVersions(await database());

/**
 * The answer that is prepared for exactly this target. It is of the data as it is now, or of older
 * data while the database is away.
 */
export async function findPrepared(endpoint: AnyEndpoint, request: ApiRequest): Promise<PreparedResponse | null> {
  const isKnown = await areVersionsKnown(endpoint);
  const target = targetOf(request.url);
  if (!isKnown) return findOutdatedAnswerByTarget(target);
  const answer = findPreparedAnswerByTarget(target, Date.now());
  const key = preparedStore().targets.get(target);
  if (answer && key !== undefined) compressOnce(key, answer);
  if (answer) metrics().preparedHits.inc();
  return answer;
}

/**
 * The answer to these parameters, from the cache or built. Calls at the same time share one building.
 * With a request, its target finds the answer from then on, unless the target names what was ignored:
 * each such answer says so in a header of its own.
 */
export async function prepare(
  endpoint: AnyEndpoint,
  input: Input,
  params: Readonly<Record<string, string>>,
  request: ApiRequest | null,
): Promise<PreparedResponse> {
  const key = answerKey(endpoint, input, params);
  const prepared = findPreparedAnswer(key, Date.now());
  if (prepared) compressOnce(key, prepared);
  if (prepared) metrics().preparedHits.inc();
  let work = prepared ? Promise.resolve(prepared) : inFlight.get(key);
  if (!work) {
    work = buildAndCache(endpoint, input, key)
      .catch((error: unknown) => outdatedOr(key, error))
      .finally(() => inFlight.delete(key));
    inFlight.set(key, work);
  }
  const answer = await work;
  if (!request || input.ignored.length > 0) return answer;
  cacheTarget(targetOf(request.url), key);
  return answer;
}
