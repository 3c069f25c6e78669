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
  keepPreparedAnswer,
  keepTarget,
  plainBytes,
  preparedStore,
  withKeptDate,
  type PreparedAnswer,
} from "@/lib/loaders/freshness/prepared-answers";
import { fillBrackets } from "@/lib/domain/pages/fill-path";
import type { ApiRequest } from "../answer";
import { buildAnswer, NOBODY } from "./build";
import type { AnyEndpoint } from "../endpoint";
import type { Input } from "./parse";
import { targetOf } from "../target";

const inFlight = new Map<string, Promise<PreparedAnswer>>();

function answerKey(endpoint: AnyEndpoint, input: Input, params: Readonly<Record<string, string>>): string {
  const path = fillBrackets(endpoint.path, (name) => params[name] ?? "");
  return `${path}?${input.canonical}&format=${input.format}`;
}

const beingCompressed = new WeakSet<PreparedAnswer>();

/** Compresses for the readers to come, from the second one on: many answers are never asked for again. */
function compressOnce(key: string, answer: PreparedAnswer): void {
  if (answer.br || beingCompressed.has(answer)) return;
  const identity = plainBytes(answer);
  if (!isWorthCompressing(identity)) return;
  beingCompressed.add(answer);
  offload("compress", identity).then(
    (encodings) => addEncodings(key, answer, { identity, ...encodings }),
    (error: unknown) => log.warn("compression failed", { key, error: describeError(error) }),
  );
}

/** What the same call was answered before the database went away. */
function outdatedOr(key: string, error: unknown): PreparedAnswer {
  const outdated = isUnusable(error) ? findOutdatedAnswer(key) : null;
  if (outdated) return outdated;
  throw error;
}

async function buildAndKeep(endpoint: AnyEndpoint, input: Input, key: string): Promise<PreparedAnswer> {
  const { payload: _, ...built } = await buildAnswer(endpoint, input, NOBODY);
  const answer = withKeptDate(built, preparedStore().answers.peek(key));
  keepPreparedAnswer(key, answer);
  return answer;
}

const areVersionsKnown = async ({ reads }: AnyEndpoint): Promise<boolean> => reads.length === 0 || tryFreshVersions(await database());

/** The answer that is prepared for exactly this target: of the data as it is now, or of older data while the database is away. */
export async function findPrepared(endpoint: AnyEndpoint, request: ApiRequest): Promise<PreparedAnswer | null> {
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
 * The answer to the same parameters from the store, or built; calls at the same time share one building. With a request
 * the answer is found by the target of that request from then on, unless the target names what was ignored: each such
 * answer says so in a header of its own.
 */
export async function prepare(
  endpoint: AnyEndpoint,
  input: Input,
  params: Readonly<Record<string, string>>,
  request: ApiRequest | null,
): Promise<PreparedAnswer> {
  const key = answerKey(endpoint, input, params);
  const prepared = findPreparedAnswer(key, Date.now());
  if (prepared) compressOnce(key, prepared);
  if (prepared) metrics().preparedHits.inc();
  let work = prepared ? Promise.resolve(prepared) : inFlight.get(key);
  if (!work) {
    work = buildAndKeep(endpoint, input, key)
      .catch((error: unknown) => outdatedOr(key, error))
      .finally(() => inFlight.delete(key));
    inFlight.set(key, work);
  }
  const answer = await work;
  if (!request || input.ignored.length > 0) return answer;
  keepTarget(targetOf(request.url), key);
  return answer;
}
