import type { z } from "zod";
import { database } from "@/db/database";
import { tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { buildAnswer, NOBODY, type Caller } from "./build";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import { byEngine, type Engine } from "./engine";
import { prepare } from "./prepare";
import { parse } from "./steps/parse";

export type AnswerOf<Target extends AnyEndpoint> = z.output<Target["response"]> & {
  captured_at: string | null;
  stale_after_seconds: number | null;
  sample?: true;
};

export const callHere: Engine["call"] = async (endpoint, query, params, caller) => {
  const url = new URL(`http://in-process${endpoint.path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const request = { method: "GET", url: url.href, headers: new Headers(), body: null };
  const input = { ...(await parse(endpoint, request, params)), format: "json" as const };
  await tryFreshVersions(await database());
  const { identity } = isPrepared(endpoint) ? await prepare(endpoint, input, params, null) : await buildAnswer(endpoint, input, caller);
  return JSON.parse(new TextDecoder().decode(identity));
};

/** Runs an endpoint that costs nothing in process, so that pages show exactly what the API answers. Throws ApiError. */
export const call = <Target extends AnyEndpoint>(
  endpoint: Target,
  query: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
  caller: Caller = NOBODY,
): Promise<AnswerOf<Target>> => byEngine("call", callHere, [endpoint, query, params, caller]) as Promise<AnswerOf<Target>>;
