import { z } from "zod";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { CSV_TYPE, EVENT_STREAM, typesOf } from "@/lib/http/envelope";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { LIMITS, limitHeaders } from "@/lib/http/limits/limits";
import { bodyFieldsOf, exampleBodies, hasMembers, type BodyField } from "./body-fields";
import type { Json } from "./json-schema";
import { FAIR_TRADE_TEXT, freshnessPromises, FreshnessPromise, NO_CHARGE_GUARANTEES } from "./fair-trade";
import { Limit, limitsOf } from "./limits";
import { parametersOf, templatedPath, type Parameter } from "./parameters";
import { API_VERSION, LICENSE, SUMMARY, type Site } from "./site";

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const MetaParameter = z
  .strictObject({
    name: z.string(),
    in: z.enum(["query", "path", "body"]),
    type: z.string(),
    required: z.boolean(),
    default: scalar.nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    enum: z.array(scalar).nullable().describe("Every accepted value"),
    known: z.array(z.string()).nullable().describe("Known values, of a parameter that takes other spellings of them, too"),
    description: z.string(),
  })
  .meta({ id: "MetaParameter" });

const MetaEndpoint = z
  .strictObject({
    method: z.string(),
    path: z.string(),
    tag: z.string(),
    summary: z.string(),
    access: z.enum(["free", "token", "premium"]),
    credits: z.int(),
    produces: z.string(),
    csv: z.boolean(),
    params: z.array(MetaParameter),
    body: z.array(MetaParameter).describe("Members of the JSON body; a member of a member has a dot in its name"),
    body_examples: z.array(z.strictObject({ name: z.string(), body: z.unknown() })),
    freshness_sla_seconds: z.int().nullable(),
    rate_limit: z.string(),
  })
  .meta({ id: "MetaEndpoint" });

export const Meta = z.strictObject({
  site: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  license_note: z.string(),
  documents: z.record(z.string(), z.string()),
  feeds: z.strictObject({ rss: z.string(), json: z.string() }),
  api: z.record(z.string(), z.string()).describe("Each value starts with a path; words about it follow in brackets."),
  count: z.int(),
  endpoints: z.array(MetaEndpoint),
  rate_limits: z.strictObject({
    free: z.strictObject({
      requests: z.int(),
      window_seconds: z.int(),
      scope: z.string(),
      headers: z.array(z.string()),
      exempt: z.array(z.string()),
    }),
    daily: z.array(z.strictObject({ path: z.string(), calls_per_utc_day: z.int(), scope: z.string() })),
  }),
  limits: z.array(Limit),
  sanitization: z.strictObject({ status: z.literal("enabled"), description: z.string() }),
  agent_fair_trade: z.strictObject({
    description: z.string(),
    no_charge_guarantees: z.array(z.strictObject({ id: z.string(), description: z.string() })),
    freshness_slas: z.array(FreshnessPromise),
    freshness: z.string(),
    manifest: z.string(),
  }),
  sales: z.strictObject({
    enabled: z.boolean(),
    reason: z.string().nullable().describe("Why nothing is sold; null while something is."),
    info: z.string(),
  }),
  user_agent: z.string(),
});

type Meta = z.output<typeof Meta>;

/** The type of a schema. Alternatives have in common that they are objects, or else are shown as strings. */
const typeOf = (schema: Json): string => (typeof schema.type === "string" ? schema.type : hasMembers(schema) ? "object" : "string");

function metaParameter(parameter: Parameter | BodyField) {
  const { name, schema, isRequired, description } = parameter;
  const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
  return {
    name,
    in: "in" in parameter ? parameter.in : ("body" as const),
    type: typeOf(schema),
    required: isRequired,
    default: (schema.default as string | number | boolean | undefined) ?? null,
    min: number(schema.minimum),
    max: number(schema.maximum),
    enum: (schema.enum as (string | number | boolean)[] | undefined) ?? null,
    known: "known" in parameter && parameter.known ? [...parameter.known.values] : null,
    description,
  };
}

export function rateLimitWords({ access }: AnyEndpoint): string {
  if (access.kind !== "free") return "none";
  const general = `${LIMITS[access.limit].calls} per minute per IP`;
  return access.daily ? `${access.daily.perDay} per UTC day per IP; ${general}` : general;
}

function metaEndpoint(endpoint: AnyEndpoint): z.output<typeof MetaEndpoint> {
  const { access } = endpoint;
  return {
    method: endpoint.method,
    path: templatedPath(endpoint),
    tag: endpoint.tag,
    summary: endpoint.summary,
    access: access.kind,
    credits: access.kind === "premium" ? access.credits : 0,
    produces: typesOf(endpoint).join(" or "),
    csv: Boolean(endpoint.csv),
    params: parametersOf(endpoint).map(metaParameter),
    body: bodyFieldsOf(endpoint).map(metaParameter),
    body_examples: exampleBodies(endpoint),
    freshness_sla_seconds: slaOf(endpoint.reads),
    rate_limit: rateLimitWords(endpoint),
  };
}

function camelKeyOf(endpoint: AnyEndpoint, isOnlyMethod: boolean): string {
  const words = endpoint.path
    .replace(/^\/api\//, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const all = isOnlyMethod ? words : [endpoint.method.toLowerCase(), ...words];
  return all.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

/** Every content type that the endpoint can answer with, and how to ask for it. */
export function answerWords(endpoint: AnyEndpoint): string {
  const asCsv = endpoint.csv ? `, or ${CSV_TYPE} with \`format=csv\`` : "";
  const asEvents = endpoint.eventStream ? `, or ${EVENT_STREAM} by \`Accept\`` : "";
  return `${typesOf(endpoint).join(" or ")}${asCsv}${asEvents}`;
}

export function costWords({ access }: AnyEndpoint): string {
  if (access.kind === "premium") return `${access.credits} ${access.credits === 1 ? "credit" : "credits"}`;
  return access.kind === "token" ? "free with a token" : "free";
}

/** The path comes first, without a space. Published clients read the first word of each value as the path. */
function apiWords(endpoint: AnyEndpoint): string {
  const query = parametersOf(endpoint).filter((parameter) => parameter.in === "query");
  const search = query.length === 0 ? "" : `?${query.map(({ name }) => `${name}=`).join("&")}`;
  const method = endpoint.method === "GET" ? "" : `${endpoint.method}; `;
  return `${templatedPath(endpoint)}${search} (${method}${endpoint.summary}; ${costWords(endpoint)})`;
}

function apiOf(catalog: readonly AnyEndpoint[]): Record<string, string> {
  const isOnlyMethod = (endpoint: AnyEndpoint) => catalog.filter(({ path }) => path === endpoint.path).length === 1;
  return Object.fromEntries(catalog.map((endpoint) => [camelKeyOf(endpoint, isOnlyMethod(endpoint)), apiWords(endpoint)]));
}

function rateLimitsOf(catalog: readonly AnyEndpoint[]): Meta["rate_limits"] {
  const headers = [...Object.keys(limitHeaders("free", { isAllowed: true, remaining: 0, resetSeconds: 1 })), "Retry-After"];
  const daily = catalog.flatMap(({ path, access }) =>
    access.kind === "free" && access.daily ? [{ path, calls_per_utc_day: access.daily.perDay, scope: "per IP" }] : [],
  );
  return {
    free: {
      requests: LIMITS.free.calls,
      window_seconds: LIMITS.free.windowSeconds,
      scope: "per IP",
      headers,
      exempt: ["OPTIONS requests"],
    },
    daily,
  };
}

export function metaAnswer(catalog: readonly AnyEndpoint[], site: Site): Meta {
  const at = (path: string) => `${site.baseUrl}${path}`;
  const endpoints = catalog.map(metaEndpoint);
  const documents = catalog.filter(({ path }) => !path.startsWith("/api/")).map(({ path }) => [path.split("/").at(-1), at(path)]);
  return {
    site: site.name,
    version: API_VERSION,
    description: SUMMARY,
    license: LICENSE.type,
    license_note: LICENSE.description,
    documents: Object.fromEntries(documents) as Record<string, string>,
    feeds: { rss: at("/api/feed.xml"), json: at("/api/feed.json") },
    api: apiOf(catalog),
    count: endpoints.length,
    endpoints,
    rate_limits: rateLimitsOf(catalog),
    limits: limitsOf(catalog),
    sanitization: {
      status: "enabled",
      description:
        "Titles, snippets and other text from outside are freed of prompt injection when they are read in and again when they are served.",
    },
    agent_fair_trade: {
      description: FAIR_TRADE_TEXT,
      no_charge_guarantees: NO_CHARGE_GUARANTEES.map((guarantee) => ({ ...guarantee })),
      freshness_slas: freshnessPromises(catalog),
      freshness: at("/api/freshness"),
      manifest: at("/.well-known/agent-fair-trade.json"),
    },
    sales: { enabled: site.wallet.isEnabled, reason: site.wallet.reason, info: at("/api/payment/info") },
    user_agent: "Identify yourself with a descriptive User-Agent, ideally with a contact.",
  };
}
