import { fillBrackets } from "@/lib/domain/pages/fill-path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "@/lib/domain/basics/date-range";
import { datasets, type DatasetName } from "@/lib/datasets";
import { catalog, freshness } from "@/lib/docs/catalog";
import { health } from "@/lib/endpoints/health";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { hasEnvelope } from "@/lib/http/envelope";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { blockAnswer } from "@/lib/pages/block-answer";
import { beginReplayedDay, type ReplayedDay } from "../support/freshness/replayed-day";
import { fundedToken } from "../support/money/money";
import { request, type Answer } from "../support/server/request";
import { rowsOf } from "../support/stores/rows-of";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

/** Every stamp of a dataset is the same at one moment, wherever it is shown. It is what the table of readings says. */

let database: TestDatabase;
let day: ReplayedDay;

beforeAll(async () => {
  database = await useTestDatabase();
  day = await beginReplayedDay(database.db);
});
afterAll(async () => {
  day?.end();
  await database.close();
});

interface Stamp {
  capturedAt: string | null;
  isStale: boolean;
}
type Stamps = ReadonlyMap<DatasetName, Stamp>;

const isOlderThan = (capturedAt: string | null, seconds: number | null): boolean =>
  seconds !== null && (capturedAt === null || Math.floor((Date.now() - Date.parse(capturedAt)) / 1000) > seconds);

/**
 * The newest time by which four of five live sources had been read, straight from the table. Where
 * none was, it is the release's.
 */
async function readStamps(): Promise<Stamps> {
  const rows = await rowsOf<{ dataset: DatasetName; at: string | null }>(
    database.db,
    sql`with counted as (
        select *, bool_or(id not like '%/catalog' and last_read_at is not null) over (partition by dataset) as is_live from sources
        where first_attempt_at is not null
      ), ordered as (
        select dataset, last_read_at, row_number() over newest as place, count(*) over (partition by dataset) as total from counted
        where is_live = (id not like '%/catalog') window newest as (partition by dataset order by last_read_at desc nulls last)
      )
      select dataset, to_char(last_read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ordered
      where place = ceil(total * 0.8)`,
  );
  return new Map(
    rows.map(({ dataset, at: capturedAt }) => [dataset, { capturedAt, isStale: isOlderThan(capturedAt, datasets[dataset].slaSeconds) }]),
  );
}

const stampOf = (stamps: Stamps, name: DatasetName): Stamp =>
  stamps.get(name) ?? { capturedAt: null, isStale: datasets[name].slaSeconds !== null };

/** Answers from some rows only, which are as old as those. They stand by path, with the parameters that make them so. */
const FROM_ROWS: readonly (readonly [string, string | null])[] = [
  ["/api/models", "provider"],
  ["/api/status", "provider"],
  ["/api/gpu/pricing/cheapest", null],
  ["/api/attention/history/[date]", null],
  ["/api/history/[date]/[type]", null],
  ["/api/history/pricing/series", null],
  ["/api/history/benchmarks/series", null],
];

const isFromRows = ({ path, access }: AnyEndpoint, target: URL): boolean =>
  FROM_ROWS.some(([from, parameter]) => from === path && (parameter === null || target.searchParams.has(parameter))) ||
  (access.kind === "premium" && /history|series|forecast|verified/.test(path));

/** What is wrong with the stamp of an answer over whole datasets. */
function faultOf(endpoint: AnyEndpoint, shown: string | null, isStale: boolean, stamps: Stamps): string | null {
  const known = endpoint.reads.map((name) => stampOf(stamps, name).capturedAt);
  const isAnyStale = endpoint.reads.some((name) => stampOf(stamps, name).isStale);
  if (isStale !== isAnyStale) return `stale: ${isStale} where that of its datasets is ${isAnyStale}`;
  // The models' listings decide over the answer; scores are shown beside them, with their own dates.
  const expected = endpoint.path === "/api/models" ? known.slice(0, 1) : known;
  return expected.includes(shown) ? null : `${shown} is none of ${expected.join(", ")}`;
}

/** Other names under which answers show the time of a dataset. */
function otherStamps(body: Answer["body"], path: string): readonly (readonly [DatasetName, unknown])[] {
  const inputs: readonly (readonly [DatasetName, string])[] = [
    ["models", "pricing"],
    ["benchmarks", "benchmarks"],
    ["provider_status", "status"],
    ["news", "news"],
  ];
  const ofInputs = inputs.flatMap(([name, key]) =>
    body.data_freshness && key in body.data_freshness ? [[name, body.data_freshness[key]] as const] : [],
  );
  const own: Record<string, readonly (readonly [DatasetName, unknown])[]> = {
    "/api/news": [["news", body.updated]],
    "/api/agents/news": [["news", body.updated]],
    "/api/agents/pricing": [["models", body.updated]],
    "/api/gpu/pricing": [["gpu_prices", body.snapshot?.capturedAt]],
    "/api/premium/news/search": [["news", body.captured_at]],
  };
  return [...ofInputs, ...(own[path] ?? [])];
}

interface Chosen {
  path: string;
  isHead: boolean;
  limit: number;
  hasExample: boolean;
}

const withData = catalog().filter(({ method, reads, access }) => method === "GET" && reads.length > 0 && access.kind !== "token");

const endpointAt = new Map(withData.map((endpoint) => [endpoint.path, endpoint]));

function endpointOf({ path }: Chosen): AnyEndpoint {
  const endpoint = endpointAt.get(path);
  if (!endpoint) throw new Error(`no endpoint at ${path}`);
  return endpoint;
}

/** Days of the replayed world in the place of those of an example. */
function exampleOf({ example }: AnyEndpoint): { query: Record<string, string>; params: Record<string, string> } {
  const days: Record<string, string> = { date: day.firstDay, to: day.firstDay, from: addDays(day.firstDay, -1) };
  const onDays = (values: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, days[name] ?? value]));
  return { query: onDays(example?.query), params: onDays(example?.params) };
}

const needsQuery = ({ query }: AnyEndpoint): boolean =>
  Object.values((query?.shape ?? {}) as Record<string, { isOptional(): boolean }>).some((parameter) => !parameter.isOptional());

function targetOf(chosen: Chosen): URL {
  const endpoint = endpointOf(chosen);
  const { query, params } = exampleOf(endpoint);
  const path = fillBrackets(endpoint.path, (name) => params[name] ?? "");
  const target = new URL(path, "http://test.local");
  if (chosen.hasExample || needsQuery(endpoint)) target.search = new URLSearchParams(query).toString();
  if (endpoint.query && "limit" in endpoint.query.shape) target.searchParams.set("limit", String(chosen.limit));
  return target;
}

const answered = new Set<string>();

let moments = 0;

/** That of the reading. Other bytes of the same reading are dated a second later than those before, which happens at most once a moment. */
function isDateOf(modified: string, capturedAt: string): boolean {
  const secondsLater = (Date.parse(modified) - Date.parse(new Date(capturedAt).toUTCString())) / 1000;
  return secondsLater >= 0 && secondsLater < moments;
}

async function faultIn(chosen: Chosen, stamps: Stamps): Promise<string | null> {
  const endpoint = endpointOf(chosen);
  const target = targetOf(chosen);
  const isPaid = endpoint.access.kind === "premium";
  const headers = isPaid ? (await fundedToken(database.db, 20)).bearer : {};
  const init = { headers, params: exampleOf(endpoint).params };
  const { status, body, headers: sent } = await request(endpoint, target.pathname + target.search, init);
  if (status !== 200) return status >= 500 ? `status ${status}` : null;
  answered.add(endpoint.path);
  const modified = sent.get("last-modified");
  // HEAD of what is limited by the day computes nothing, so it cannot say how old that would be.
  if (chosen.isHead && endpoint.access.kind === "free" && !endpoint.access.daily) {
    const head = await request(endpoint, target.pathname + target.search, { ...init, method: "HEAD" });
    if (head.headers.get("last-modified") !== modified) return `HEAD says ${head.headers.get("last-modified")}, GET ${modified}`;
  }
  const shown: string | null = isPaid ? body.freshness.as_of : body ? body.captured_at : modified && new Date(modified).toISOString();
  if (shown !== null && Date.parse(shown) > Date.now()) return `${shown} is later than the moment`;
  if (modified && shown && !isDateOf(modified, shown)) return `Last-Modified ${modified} beside ${shown}`;
  for (const [name, other] of otherStamps(body ?? {}, endpoint.path)) {
    if (other !== stampOf(stamps, name).capturedAt) return `${name} ${String(other)} instead of ${stampOf(stamps, name).capturedAt}`;
  }
  if (body === null || body.captured_at === undefined ? !isPaid : false) return null;
  const promise: number | null = isPaid ? body.freshness.max_age_seconds : body.stale_after_seconds;
  if (isPaid && body.freshness.fresh === isOlderThan(shown, promise)) return `fresh: ${body.freshness.fresh} with ${shown} and ${promise}`;
  if (isFromRows(endpoint, target)) return null;
  if (!isPaid && promise !== slaOf(endpoint.reads)) return `promises ${promise}, its declaration ${slaOf(endpoint.reads)}`;
  return faultOf(endpoint, shown, isOlderThan(shown, promise), stamps);
}

async function faultsOfDocuments(stamps: Stamps): Promise<string[]> {
  const [{ body: states }, { body: state }] = [await request(freshness), await request(health)];
  const rows = states.datasets as { dataset: DatasetName; captured_at: string | null; age_seconds: number | null; stale: boolean }[];
  const ofRows = rows.flatMap(({ dataset, captured_at, age_seconds, stale }) => {
    const { capturedAt, isStale } = stampOf(stamps, dataset);
    const age = capturedAt === null ? null : Math.floor((Date.now() - Date.parse(capturedAt)) / 1000);
    const isRight = captured_at === capturedAt && stale === isStale && age_seconds === age;
    return isRight ? [] : [`freshness: ${dataset} ${captured_at} stale ${stale}, the table ${capturedAt} stale ${isStale}`];
  });
  const parts: readonly (readonly [string, DatasetName])[] = [
    ["news", "news"],
    ["models", "models"],
    ["benchmarks", "benchmarks"],
    ["agents", "agents_directory"],
    ["providerStatus", "provider_status"],
    ["incidents", "provider_status"],
    ["trending", "trending"],
  ];
  const ofHealth = parts.flatMap(([part, name]) =>
    state[part].lastUpdated === stampOf(stamps, name).capturedAt ? [] : [`health: ${part} ${state[part].lastUpdated}`],
  );
  const stale = rows.filter((row) => row.stale).map(({ dataset }) => dataset);
  return [...ofRows, ...ofHealth, ...(String(state.staleDatasets) === String(stale) ? [] : [`health: stale ${state.staleDatasets}`])];
}

/** A page's block shows the stamp of its endpoint's answer. */
async function faultOfPage(endpoint: AnyEndpoint, stamps: Stamps): Promise<string | null> {
  const block = await blockAnswer(endpoint);
  if (block.kind !== "answer") return null;
  const known = endpoint.reads.map((name) => stampOf(stamps, name).capturedAt);
  const shown = block.stamp?.capturedAt ?? null;
  return known.includes(shown) ? null : `page of ${endpoint.path}: ${shown}, not ${known.join(", ")}`;
}

const onPages = withData.filter(
  (endpoint) =>
    endpoint.access.kind === "free" &&
    hasEnvelope(endpoint) &&
    !endpoint.path.includes("[") &&
    !/series|cheapest|uptime/.test(endpoint.path),
);

/** By path, so that a counterexample can be read. */
const callsOf = (paths: readonly string[]) =>
  fc.tuple(
    ...paths.map((path) =>
      fc.record({
        path: fc.constant(path),
        isHead: fc.boolean(),
        limit: fc.integer({ min: 1, max: 50 }),
        hasExample: fc.boolean(),
      }),
    ),
  );

const paths = withData.map(({ path }) => path);

const moment = fc.record({
  minutes: fc.oneof(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 15, max: 240 })),
  /** Number of failing sources among five; 5 is an outage. */
  failing: fc.constantFrom(0, 0, 1, 3, 5),
  salt: fc.nat({ max: 1000 }),
  calls: fc.shuffledSubarray(paths, { minLength: paths.length, maxLength: paths.length }).chain(callsOf),
});

type Moment = typeof moment extends fc.Arbitrary<infer Value> ? Value : never;

const isChosen = (source: string, failing: number, salt: number): boolean =>
  [...source].reduce((sum, letter) => sum + letter.charCodeAt(0), salt) % 5 < failing;

async function faultsAt({ minutes, failing, salt, calls }: Moment): Promise<string[]> {
  moments++;
  await day.pass(minutes * 60_000, (source) => isChosen(source, failing, salt));
  const stamps = await readStamps();
  const faults = await faultsOfDocuments(stamps);
  for (const chosen of calls) {
    const fault = await faultIn(chosen, stamps);
    if (fault) faults.push(`${targetOf(chosen).pathname}${targetOf(chosen).search}: ${fault}`);
  }
  for (const endpoint of onPages) faults.push(...[await faultOfPage(endpoint, stamps)].flatMap((fault) => fault ?? []));
  return faults;
}

test("at random moments of a replayed day every stamp of a dataset is the same, wherever it is shown", async () => {
  const agree = async (at: Moment): Promise<void> => {
    expect(await faultsAt(at)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(moment, agree), {
    seed: 20_261_123,
    numRuns: process.env.TEST_TIER === "long" ? 60 : 6,
    endOnFailure: true,
  });
  expect(paths.filter((path) => !answered.has(path))).toEqual([]);
});
