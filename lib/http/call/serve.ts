import { answerPath, answerUnknownPath, refuseMethod } from "./answer-path";
import { toResponse, type ApiResponse } from "../answer";
import type { FindEndpoints } from "../endpoint-table";
import { malformation } from "./malformed";
import { refuse } from "./refuse";
import { pathOf, targetOf } from "../target";
import { answerUnconfigured } from "./unconfigured";

/** Route handlers for Next: on Vercel, and while developing. */

type Handle = (request: Request) => Promise<Response>;
type Verb = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** On Vercel nothing of ours sees a request of the API before. */
function answerMalformed(request: Request): Promise<ApiResponse> | null {
  const malformed = malformation(targetOf(request.url), request.headers.get("cookie"));
  return malformed && refuse(request, malformed);
}

function forEveryVerb(answer: (request: Request) => Promise<ApiResponse>): Record<Verb, Handle> {
  const handle: Handle = async (request) =>
    toResponse(await (answerUnconfigured(request.url) ?? answerMalformed(request) ?? answer(request)));
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

/**
 * Handlers of every path of a route file. They cover declared methods, HEAD, OPTIONS, 405 with the
 * allowed ones, and 404.
 */
export const serve = (find: FindEndpoints): Record<Verb, Handle> =>
  forEveryVerb((request) => {
    const found = find(pathOf(targetOf(request.url)));
    return found ? answerPath(found.served, request, found.params) : answerUnknownPath(request);
  });

/** Handlers of the methods that a route without an endpoint does not have. */
export const serveRefusals = (declared: readonly string[], allow: string): Record<Verb, Handle> =>
  forEveryVerb((request) => refuseMethod(request, { declared, allow }));
