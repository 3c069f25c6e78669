import type { z } from "zod";
import { database } from "@/db/database";
import { tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { plainBytes } from "@/lib/loaders/freshness/prepared-answers";
import { buildAnswer, NOBODY, type Caller } from "../call/build";
import { isPrepared, type AnyEndpoint } from "../endpoint";
import { byEngine, type Engine } from "./engine";
import { prepare } from "../call/prepare";
import { parse } from "../call/parse";

export type AnswerOf<Target extends AnyEndpoint> = z.output<Target["response"]> & {
  captured_at: string | null;
  stale_after_seconds: number | null;
  sample?: true;
};

export async function answerTo(
  caller: Caller,
  endpoint: AnyEndpoint,
  query: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  const url = new URL(`http://in-process${endpoint.path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const request = { method: "GET", url: url.href, headers: new Headers(), body: null };
  const input = { ...(await parse(endpoint, request, params)), format: "json" as const };
  await tryFreshVersions(await database());
  const answer = isPrepared(endpoint) ? await prepare(endpoint, input, params, null) : await buildAnswer(endpoint, input, caller);
  return plainBytes(answer);
}

export const answerHere: Engine["answer"] = (endpoint, query, params) => answerTo(NOBODY, endpoint, query, params);

/** The answer that an engine gave as bytes. */
export const readAnswer = <Target extends AnyEndpoint>(json: Uint8Array): AnswerOf<Target> => JSON.parse(new TextDecoder().decode(json));

/** Runs an endpoint that costs nothing in process, so that pages show exactly what the API answers. Throws ApiError. */
export const call = async <Target extends AnyEndpoint>(
  endpoint: Target,
  query: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
): Promise<AnswerOf<Target>> => readAnswer(await byEngine("answer", answerHere, [endpoint, query, params]));
