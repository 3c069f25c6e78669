import { catalog } from "@/lib/docs/catalog";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { buildAnswer } from "@/lib/http/call/build";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { parse } from "@/lib/http/call/parse";
import { plainBytes } from "@/lib/loaders/freshness/prepared-answers";

/** What the bench of cold answers asks the process of the server. */

export interface ColdCall {
  /** Path and query of a GET endpoint. */
  cold: string;
  times: number;
}

const WARM_UP = 30;

const isExample = ({ method, path, access, example }: AnyEndpoint): boolean =>
  method === "GET" && access.kind !== "token" && !(path.includes("[") && !example?.params);

function targetOf({ path, example }: AnyEndpoint): string {
  const query = new URLSearchParams(example?.query).toString();
  return fillPath(path, example?.params ?? {}) + (query && `?${query}`);
}

/** The example of every endpoint that is read with GET, as path and query. */
export const examples = (): string[] => catalog().filter(isExample).map(targetOf);

/**
 * The CPU time of computing, checking and writing the answer, the median in milliseconds. HTTP and
 * payment are left out, and compression but for answers that are cached compressed.
 */
export async function timeCold({ cold, times }: ColdCall): Promise<{ milliseconds: number; bytes: number } | { fault: string }> {
  const endpoint = catalog().find((declared) => isExample(declared) && targetOf(declared) === cold);
  if (!endpoint) return { fault: "not declared" };
  const request = { method: "GET", url: `http://localhost${cold}`, headers: new Headers(), body: null };
  try {
    const input = await parse(endpoint, request, endpoint.example?.params ?? {});
    let bytes = 0;
    for (let time = 0; time < WARM_UP; time++) bytes = plainBytes(await buildAnswer(endpoint, input)).byteLength;
    const costs: number[] = [];
    for (let time = 0; time < times; time++) {
      const began = process.cpuUsage();
      await buildAnswer(endpoint, input);
      const { user, system } = process.cpuUsage(began);
      costs.push((user + system) / 1000);
    }
    return { milliseconds: costs.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? NaN, bytes };
  } catch (error) {
    return { fault: String(error).slice(0, 80) };
  }
}
