import type { z } from "zod";
import { database } from "@/db/database";
import { buildAnswer, NOBODY, type Caller } from "./build";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import { prepare } from "./prepare";
import { parse } from "./steps/parse";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";

/** Runs an endpoint that costs nothing in process, so that pages show exactly what the API answers. Throws ApiError. */
export async function call<Target extends AnyEndpoint>(
  endpoint: Target,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
  caller: Caller = NOBODY,
): Promise<z.output<Target["response"]> & { captured_at: string | null; stale_after_seconds: number | null; sample?: true }> {
  const url = new URL(`http://in-process${endpoint.path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const input = {
    ...(await parse(endpoint, { method: "GET", url: url.href, headers: new Headers(), body: null }, params)),
    format: "json" as const,
  };
  await ensureFreshVersions(await database());
  const { identity } = isPrepared(endpoint) ? await prepare(endpoint, input, params, null) : await buildAnswer(endpoint, input, caller);
  return JSON.parse(new TextDecoder().decode(identity));
}
