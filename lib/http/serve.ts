import { answerPath, answerUnknownPath, refuseMethod } from "./answer-path";
import { toResponse, type Answer } from "./answer";
import type { AnyEndpoint } from "./endpoint";
import { servedPath } from "./endpoint-table";
import { malformation } from "./malformed";
import { refuse } from "./refuse";
import { targetOf } from "./target";
import { answerUnconfigured } from "./unconfigured";

/** Route handlers for Next, on Vercel and with FRONT=off. */

interface Route {
  /** Lists for a catch-all; undefined for a path without parameters. */
  params: Promise<Record<string, string | string[]> | undefined>;
}
type Handle = (request: Request, route: Route) => Promise<Response>;
type Verb = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

async function paramsOf(route: Route): Promise<Record<string, string>> {
  const params = (await route.params) ?? {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join("/") : value]));
}

/** On Vercel nothing of ours sees a request of the API before. */
function answerMalformed(request: Request): Promise<Answer> | null {
  const malformed = malformation(targetOf(request.url), request.headers.get("cookie"));
  return malformed && refuse(request, malformed);
}

const onceConfigured =
  (handle: Handle): Handle =>
  async (request, route) => {
    const refusal = answerUnconfigured(request.url) ?? answerMalformed(request);
    return refusal ? toResponse(await refusal) : handle(request, route);
  };

function forEveryVerb(answer: Handle): Record<Verb, Handle> {
  const handle = onceConfigured(answer);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

const respond = (answering: Promise<Answer>): Promise<Response> => answering.then(toResponse);

/** Handlers of one path: the declared methods, HEAD, OPTIONS, and a 405 that lists the allowed ones. */
export function serve(...endpoints: readonly AnyEndpoint[]): Record<Verb, Handle> {
  const served = servedPath(endpoints);
  return forEveryVerb(async (request, route) => respond(answerPath(served, request, await paramsOf(route))));
}

/** For the other methods of a route that is not an endpoint. */
export const serveRefusals = (declared: readonly string[], allow: string): Record<Verb, Handle> =>
  forEveryVerb((request) => respond(refuseMethod(request, { declared, allow })));

/** For undeclared paths where programs ask: under /api, /.well-known and /feed. */
export const serveNotFound = (): Record<Verb, Handle> => forEveryVerb((request) => respond(answerUnknownPath(request)));
