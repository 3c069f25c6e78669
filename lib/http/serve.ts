import { database } from "@/db/database";
import { ApiError } from "@/lib/errors";
import { toResponse, type Answer, type ApiRequest } from "./answer";
import { answerPremium } from "./answer-premium";
import { buildAnswer } from "./build";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import { countAnswer } from "./metrics";
import {
  areVersionsFresh,
  findPreparedByTarget,
  keepTarget,
  matchesEtag,
  type PreparedAnswer,
} from "@/lib/loaders/freshness/prepared-answers";
import { keyOf, preparedAnswer } from "./answer-free";
import { failed, refuse } from "./refuse";
import { requireHolder } from "./steps/billing";
import { recordCrawler } from "./steps/crawler";
import { CORS_HEADERS, PREFLIGHT_HEADERS } from "./steps/cors";
import { addressOf, takeDailyUse, takeFreeCall } from "./steps/limit";
import { parse } from "./steps/parse";
import { readers, type Reader } from "./readers";
import { freshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { pathOf, targetOf } from "./target";

type Params = Record<string, string>;
type Limits = Readonly<Record<string, string>>;
interface Route {
  /** A catch-all gives lists, a path without parameters gives nothing. */
  params: Promise<Record<string, string | string[]> | undefined>;
}
type Handle<Sent = Answer> = (request: ApiRequest, route: Route) => Promise<Sent>;
const NO_PARAMS: Route = { params: Promise.resolve(undefined) };
type Verb = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

async function paramsOf(route: Route): Promise<Params> {
  const params = (await route.params) ?? {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

function send(answer: PreparedAnswer, request: ApiRequest, limits: Limits): Answer {
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (isReading && matchesEtag(request.headers.get("if-none-match"), answer.etag)) {
    const { "Content-Type": _, ...headers } = answer.headers;
    return { status: 304, headers: { ...headers, ...limits }, body: null };
  }
  const headers = { ...answer.headers, ...limits };
  if (request.method === "HEAD") {
    return { status: 200, headers: { ...headers, "Content-Length": String(answer.identity.byteLength) }, body: null };
  }
  return { status: 200, headers, body: answer.identity };
}

async function prepare(endpoint: AnyEndpoint, request: ApiRequest, route: Route, limits: Limits): Promise<Answer> {
  const target = targetOf(request.url);
  if (endpoint.reads.length > 0 && !areVersionsFresh()) await freshVersions(await database());
  const known = findPreparedByTarget(target, Date.now());
  if (known) return send(known, request, limits);
  const params = await paramsOf(route);
  const input = await parse(endpoint, request, new URL(request.url).searchParams, params);
  const key = keyOf(endpoint, input, params);
  const answer = await preparedAnswer(endpoint, input, key);
  keepTarget(target, key);
  return send(answer, request, limits);
}

/** What is ready is given at once: promises are felt in answers this small. */
function answerPrepared(endpoint: AnyEndpoint, request: ApiRequest, route: Route, limits: Limits): Promise<Answer> | Answer {
  const known = endpoint.reads.length === 0 || areVersionsFresh() ? findPreparedByTarget(targetOf(request.url), Date.now()) : null;
  return known ? send(known, request, limits) : prepare(endpoint, request, route, limits);
}

async function answerOnce(endpoint: AnyEndpoint, request: ApiRequest, route: Route, limits: Limits): Promise<Answer> {
  const input = await parse(endpoint, request, new URL(request.url).searchParams, await paramsOf(route));
  const { access } = endpoint;
  const address = addressOf(request);
  const dailyUse = access.kind === "free" && access.daily ? await takeDailyUse(await database(), access.daily, address, new Date()) : null;
  const holder = access.kind === "token" ? await requireHolder(request) : null;
  const answer = await buildAnswer(endpoint, input, { dailyUse, holder, payer: null, headers: request.headers, address });
  return send(answer, request, limits);
}

function answer(endpoint: AnyEndpoint, request: ApiRequest, route: Route): Promise<Answer> {
  const { access } = endpoint;
  const failing = (limits: Limits) => (error: unknown) => failed(error, endpoint.path, request, limits);
  if (access.kind === "premium") {
    return paramsOf(route)
      .then((params) => answerPremium(endpoint, access.credits, request, params))
      .catch(failing({}));
  }
  const answerFree = isPrepared(endpoint) ? answerPrepared : answerOnce;
  return takeFreeCall(addressOf(request)).then((limits) => {
    const given = answerFree(endpoint, request, route, limits);
    return given instanceof Promise ? given.catch(failing(limits)) : given;
  }, failing({}));
}

function counted<Sent>(handle: Handle, sent: (answer: Answer) => Sent): Handle<Sent> {
  const count = (given: Answer): Sent => {
    countAnswer(given.status);
    return sent(given);
  };
  return (request, route) => {
    recordCrawler(request);
    return handle(request, route).then(count);
  };
}

const forNext = (handle: Handle): Handle<Response> => counted(handle, toResponse);

function readerOf(endpoint: AnyEndpoint): Reader {
  const handle = counted(
    (request, route) => answer(endpoint, request, route),
    (given) => given,
  );
  return (request) => handle(request, NO_PARAMS);
}

const sameForAll = (handle: Handle<Response>, options: Record<string, string>): Record<Verb, Handle<Response>> => ({
  GET: handle,
  HEAD: handle,
  POST: handle,
  PUT: handle,
  PATCH: handle,
  DELETE: handle,
  OPTIONS: async () => new Response(null, { status: 204, headers: options }),
});

/** Handlers of one path for every method: the declared ones, HEAD, OPTIONS, and a 405 that names what is allowed. */
export function serve(...endpoints: readonly AnyEndpoint[]): Record<Verb, Handle<Response>> {
  const byMethod = new Map<string, AnyEndpoint>(endpoints.map((endpoint) => [endpoint.method, endpoint]));
  const declared = [...byMethod.keys()];
  const allow = [...declared, ...(byMethod.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const handle: Handle = (request, route) => {
    const endpoint = byMethod.get(request.method === "HEAD" ? "GET" : request.method);
    if (endpoint) return answer(endpoint, request, route);
    const message = `${request.method} is not allowed here; allowed are ${allow}.`;
    return refuse(request, new ApiError("method_not_allowed", message, { allowed: declared }, { Allow: allow }));
  };
  const reading = byMethod.get("GET");
  if (reading?.access.kind === "premium" && !reading.path.includes("[")) readers().set(reading.path, readerOf(reading));
  return sameForAll(forNext(handle), { ...PREFLIGHT_HEADERS, Allow: allow });
}

/** For the methods of a route that is no endpoint. */
export function refuseMethod(allow: string): Handle<Response> {
  return forNext((request) =>
    refuse(
      request,
      new ApiError("method_not_allowed", `${request.method} is not allowed here; allowed are ${allow}.`, {}, { Allow: allow }),
    ),
  );
}

/** For paths under /api that nothing declares: JSON, never a page. */
export function serveNotFound(popular: readonly string[]): Record<Verb, Handle<Response>> {
  const handle: Handle = (request) => {
    const path = pathOf(targetOf(request.url));
    const resource = [...path].slice(0, 200).join("");
    return refuse(
      request,
      new ApiError("not_found", `Nothing is served at ${resource}.`, {
        resource,
        catalog: "/api/meta",
        docs: "/llms.txt",
        popular_endpoints: popular,
      }),
    );
  };
  return sameForAll(forNext(handle), { ...CORS_HEADERS, ...PREFLIGHT_HEADERS });
}
