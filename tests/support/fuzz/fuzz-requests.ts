import fc from "fast-check";
import type { HttpCall } from "../server/http-call";
import { actionCall } from "./action-calls";
import { body, CONTENT_TYPES, cookieOf, headersOf, headerText, pathOf, query, type FuzzWorld } from "./request-parts";

const plain = (world: FuzzWorld): fc.Arbitrary<HttpCall> =>
  fc
    .record({
      method: fc.oneof(
        { weight: 5, arbitrary: fc.constant("GET") },
        { weight: 4, arbitrary: fc.constantFrom("POST", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS") },
      ),
      path: pathOf(world),
      query,
      headers: headersOf(world),
      cookie: cookieOf(world),
      type: fc.oneof(fc.constantFrom(...CONTENT_TYPES), headerText),
      body,
    })
    .map(({ method, path, query: search, headers, cookie, type, body: sent }) => ({
      method,
      target: path.includes("?") ? path : path + search,
      headers: { ...headers, ...cookie, ...(method === "GET" || method === "HEAD" ? {} : { "content-type": type }) },
      ...(method === "GET" || method === "HEAD" || method === "OPTIONS" ? {} : { body: sent }),
    }));

/** Requests as nobody's browser or program sends them: the same seed, the same requests. */
export const fuzzRequests = (world: FuzzWorld, { count, seed }: { count: number; seed: number }): HttpCall[] =>
  fc.sample(fc.oneof({ weight: 3, arbitrary: plain(world) }, { weight: 2, arbitrary: actionCall(world) }), { numRuns: count, seed });
