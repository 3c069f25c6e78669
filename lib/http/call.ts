import type { z } from "zod";
import { database } from "@/db/database";
import { buildAnswer } from "./build";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import { keyOf, preparedAnswer } from "./answer-free";
import { parse } from "./steps/parse";
import { freshVersions } from "@/lib/loaders/freshness/dataset-versions";

/** Runs a free endpoint in process, for pages: they show what the API answers, by construction. Throws ApiError. */
export async function call<Called extends AnyEndpoint>(
  endpoint: Called,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<z.output<Called["response"]> & { captured_at: string | null; stale_after_seconds: number | null }> {
  const url = new URL(`http://in-process${endpoint.path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const input = { ...(await parse(endpoint, new Request(url), url.searchParams, params)), format: "json" as const };
  await freshVersions(await database());
  const { identity } = isPrepared(endpoint)
    ? await preparedAnswer(endpoint, input, keyOf(endpoint, input, params))
    : await buildAnswer(endpoint, input);
  return JSON.parse(new TextDecoder().decode(identity));
}
