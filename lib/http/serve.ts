import { env } from "@/lib/config/env";
import { startedRecorder } from "./crawlers/recorder";
import { startCrawlerRecorder } from "./crawlers/start-recorder";
import { database } from "@/db/database";
import { ApiError } from "@/lib/errors";
import { toResponse, type Answer, type ApiRequest } from "./answer";
import { answerPremium } from "./answer-premium";
import { buildAnswer } from "./build";
import { isPrepared, type AnyEndpoint } from "./endpoint";
import { countAnswer } from "./metrics";
import {
  areVersionsFresh,
  findPreparedAnswerByTarget,
  keepTarget,
  matchesEtag,
  type PreparedAnswer,
} from "@/lib/loaders/freshness/prepared-answers";
import { answerKey, answerFree } from "./answer-free";
import { failureAnswer, refuse } from "./refuse";
import { requireHolder } from "./steps/billing";
import { CORS_HEADERS, PREFLIGHT_HEADERS } from "./steps/cors";
import { addressOf, takeDailyUse, countFreeCall } from "./steps/limit";
import { parse } from "./steps/parse";
import { readers, type Reader } from "./readers";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { pathOf, targetOf } from "./target";

type Params = Record<string, string>;
type Limits = Readonly<Record<string, string>>;
interface Route {
  /** Lists for a catch-all; undefined for a path without parameters. */
  params: Promise<Record<string, string | string[]> | undefined>;
}
type Handle<Output = Answer> = (request: ApiRequest, route: Route) => Promise<Output>;
const NO_PARAMS: Route = { params: Promise.resolve(undefined) };
type Verb = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

async function paramsOf(route: Route): Promise<Params> {
  const params = (await route.params) ?? {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

function toAnswer(prepared: PreparedAnswer, request: ApiRequest, limits: Limits): Answer {
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (isReading && matchesEtag(request.headers.get("if-none-match"), prepared.etag)) {
    const { "Content-Type": _, ...headers } = prepared.headers;
    return { status: 304, headers: { ...headers, ...limits }, body: null };
  }
  const headers = { ...prepared.headers, ...limits };
  if (request.method === "HEAD") {
    return { status: 200, headers: { ...headers, "Content-Length": String(prepared.identity.byteLength) }, body: null };
  }
  return { status: 200, headers, body: prepared.identity };
}

async function findOrBuildAnswer(endpoint: AnyEndpoint, request: ApiRequest, route: Route, limits: Limits): Promise<Answer> {
  const target = targetOf(request.url);
  if (endpoint.reads.length > 0 && !areVersionsFresh()) await ensureFreshVersions(await database());
  const prepared = findPreparedAnswerByTarget(target, Date.now());
  if (prepared) return toAnswer(prepared, request, limits);
  const params = await paramsOf(route);
  const input = await parse(endpoint, request, new URL(request.url).searchParams, params);
  const key = answerKey(endpoint, input, params);
  const answer = await answerFree(endpoint, input, key);
  keepTarget(target, key);
  return toAnswer(answer, request, limits);
}

async function answerUnprepared(endpoint: AnyEndpoint, request: ApiRequest, route: Route, limits: Limits): Promise<Answer> {
  const input = await parse(endpoint, request, new URL(request.url).searchParams, await paramsOf(route));
  const { access } = endpoint;
  const address = addressOf(request);
  const dailyUse = access.kind === "free" && access.daily ? await takeDailyUse(await database(), access.daily, address, new Date()) : null;
  const holder = access.kind === "token" ? await requireHolder(request, access) : null;
  const answer = await buildAnswer(endpoint, input, { dailyUse, holder, payer: null, headers: request.headers, address });
  return toAnswer(answer, request, limits);
}

function answerCall(endpoint: AnyEndpoint, request: ApiRequest, route: Route): Promise<Answer> {
  const { access } = endpoint;
  const answerFailure = (limits: Limits) => (error: unknown) => failureAnswer(error, endpoint.path, request, limits);
  if (access.kind === "premium") {
    return paramsOf(route)
      .then((params) => answerPremium(endpoint, access.credits, request, params))
      .catch(answerFailure({}));
  }
  const answerUncharged = isPrepared(endpoint) ? findOrBuildAnswer : answerUnprepared;
  return countFreeCall(addressOf(request)).then(
    (limits) => answerUncharged(endpoint, request, route, limits).catch(answerFailure(limits)),
    answerFailure({}),
  );
}

/** Counts a known crawler's hit in memory; never slows or fails the request. */
function recordCrawler(request: ApiRequest): void {
  const userAgent = request.headers.get("user-agent");
  if (!userAgent) return;
  // Our own server starts the recorder; on Vercel the first hit has to.
  const recorder = startedRecorder() ?? (env().isVercel ? startCrawlerRecorder(database) : undefined);
  recorder?.record(userAgent, pathOf(targetOf(request.url)), new Date());
}

function withCounts<Output>(handle: Handle, convert: (answer: Answer) => Output): Handle<Output> {
  const count = (answer: Answer): Output => {
    countAnswer(answer.status);
    return convert(answer);
  };
  return (request, route) => {
    recordCrawler(request);
    return handle(request, route).then(count);
  };
}

const forNext = (handle: Handle): Handle<Response> => withCounts(handle, toResponse);

function readerOf(endpoint: AnyEndpoint): Reader {
  const handle = withCounts(
    (request, route) => answerCall(endpoint, request, route),
    (answer) => answer,
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

/** Handlers of one path: the declared methods, HEAD, OPTIONS, and a 405 that lists the allowed ones. */
export function serve(...endpoints: readonly AnyEndpoint[]): Record<Verb, Handle<Response>> {
  const byMethod = new Map<string, AnyEndpoint>(endpoints.map((endpoint) => [endpoint.method, endpoint]));
  const declared = [...byMethod.keys()];
  const allow = [...declared, ...(byMethod.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const handle: Handle = (request, route) => {
    const endpoint = byMethod.get(request.method === "HEAD" ? "GET" : request.method);
    if (endpoint) return answerCall(endpoint, request, route);
    const message = `${request.method} is not allowed here; allowed are ${allow}.`;
    return refuse(request, new ApiError("method_not_allowed", message, { allowed: declared }, { Allow: allow }));
  };
  const reading = byMethod.get("GET");
  if (reading?.access.kind === "premium" && !reading.path.includes("[")) readers().set(reading.path, readerOf(reading));
  return sameForAll(forNext(handle), { ...PREFLIGHT_HEADERS, Allow: allow });
}

/** For the other methods of a route that is not an endpoint. */
export function refuseMethod(allow: string): Handle<Response> {
  return forNext((request) =>
    refuse(
      request,
      new ApiError("method_not_allowed", `${request.method} is not allowed here; allowed are ${allow}.`, {}, { Allow: allow }),
    ),
  );
}

/** For undeclared paths under /api: JSON, never a page. */
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
