import { z } from "zod";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { envelopedSchema, isJson } from "@/lib/http/envelope";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { isOptional } from "@/lib/http/steps/parse";
import { problemType } from "@/lib/http/steps/respond";
import { Components, type Json } from "./json-schema";
import { OPENAPI_HEADERS, PROBLEM_SCHEMA, SECURITY_SCHEMES, SHARED_PROBLEMS, WAYS_TO_PAY } from "./openapi-shared";
import { parametersOf, templatedPath, type Parameter } from "./parameters";
import { problemsOf } from "./problems";
import { API_VERSION, LICENSE, SUMMARY, type Site } from "./site";
import { openApiWebhooks } from "./webhooks";

function operationId(endpoint: AnyEndpoint): string {
  const words = endpoint.path
    .replace(/^\/api\//, "/")
    .replace(/\[(\w+)\]/g, "by-$1")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  return endpoint.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parameterObject({ name, in: place, isRequired, schema, description, example }: Parameter): Json {
  const list = schema.type === "array" ? { style: "form", explode: false } : {};
  const shown = example === undefined ? {} : { example: typedExample(schema, example) };
  return { name, in: place, required: isRequired, description, schema, ...list, ...shown };
}

function typedExample(schema: Json, text: string): unknown {
  if (schema.type === "integer" || schema.type === "number") return Number(text);
  if (schema.type === "boolean") return text === "true" || text === "1";
  return schema.type === "array" ? text.split(",") : text;
}

function contentOf(endpoint: AnyEndpoint, components: Components): Json {
  const payload = endpoint.response as z.ZodType;
  const isText = payload instanceof z.ZodString;
  const schema = isText ? { type: "string" } : components.of(envelopedSchema(endpoint), "output");
  const csv = endpoint.csv ? { "text/csv": { schema: { type: "string" } } } : {};
  return { [isJson(endpoint) ? "application/json" : (endpoint.produces as string)]: { schema }, ...csv };
}

const headers = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const LIMIT_HEADERS = ["RateLimit-Policy", "RateLimit", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

function problemVariants(endpoint: AnyEndpoint, codes: readonly ErrorCode[], components: Components): Json {
  const shaped = codes.filter((code) => Object.keys(endpoint.errors?.[code]?.shape ?? {}).length > 0);
  const plain = codes.filter((code) => !shaped.includes(code));
  const variants = shaped.map((code): Json => {
    const extra = components.of(z.looseObject({ error: z.literal(code), ...endpoint.errors?.[code]?.shape }), "output");
    return extra;
  });
  if (plain.length > 0) variants.push({ properties: { error: { enum: plain } } });
  return variants.length === 1 ? (variants[0] as Json) : { anyOf: variants };
}

function problemResponse(endpoint: AnyEndpoint, status: number, codes: readonly ErrorCode[], components: Components): Json {
  const shared = SHARED_PROBLEMS[status];
  if (shared && codes.every((code) => shared.codes.includes(code) && !endpoint.errors?.[code])) {
    return { $ref: `#/components/responses/${shared.name}` };
  }
  const schema = { allOf: [{ $ref: "#/components/schemas/Problem" }, problemVariants(endpoint, codes, components)] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join(". "),
    headers: headers(
      "X-Request-Id",
      ...(status === 402 ? ["PAYMENT-REQUIRED", "WWW-Authenticate"] : []),
      ...(endpoint.access.kind === "premium" ? [] : LIMIT_HEADERS),
    ),
    content: { [problemType(status)]: { schema } },
  };
}

function responsesOf(endpoint: AnyEndpoint, components: Components): Json {
  const isPremium = endpoint.access.kind === "premium";
  const limits = isPremium
    ? ["X-Receipt-Id", "X-Payment-Token-Balance", "X-Payment-Token", "X-Payment-State", "PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"]
    : LIMIT_HEADERS;
  const cached = isPremium ? [] : ["ETag", ...(endpoint.reads.length > 0 ? ["Last-Modified"] : [])];
  const ok = {
    description: endpoint.summary,
    headers: headers("Cache-Control", ...cached, ...limits),
    content: contentOf(endpoint, components),
  };
  const unchanged = endpoint.method === "GET" && !isPremium ? { 304: { $ref: "#/components/responses/NotModified" } } : {};
  const problems = [...problemsOf(endpoint)].map(([status, codes]) => [status, problemResponse(endpoint, status, codes, components)]);
  return { 200: ok, ...unchanged, ...Object.fromEntries(problems) };
}

function bodyOf(endpoint: AnyEndpoint, components: Components): Json {
  if (!endpoint.body) return {};
  const example = endpoint.example?.body === undefined ? {} : { example: endpoint.example.body };
  return {
    requestBody: {
      required: !isOptional(endpoint.body as z.ZodType),
      content: { "application/json": { schema: components.of(endpoint.body as z.ZodType, "input"), ...example } },
    },
  };
}

function operation(endpoint: AnyEndpoint, components: Components): Json {
  const { access } = endpoint;
  const parameters = parametersOf(endpoint).map(parameterObject);
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(access.kind === "free" ? {} : { security: access.kind === "premium" ? WAYS_TO_PAY : [{ bearerAuth: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint, components),
    responses: responsesOf(endpoint, components),
    "x-access": access.kind,
    "x-credits": access.kind === "premium" ? access.credits : 0,
    "x-freshness-sla-seconds": slaOf(endpoint.reads),
    "x-datasets": endpoint.reads,
    ...(access.kind === "free" && access.daily ? { "x-calls-per-day": access.daily.perDay } : {}),
  };
}

function infoOf(site: Site): Json {
  return {
    title: site.name,
    version: API_VERSION,
    summary: "AI ecosystem data over HTTP",
    description: `${SUMMARY} Free endpoints need no key. License: ${LICENSE.type}. ${LICENSE.description}`,
    license: { name: LICENSE.type, url: `${site.baseUrl}/llms.txt` },
  };
}

/** Derived from the declarations; only the shared errors and headers are written by hand. */
export function openApi(catalog: readonly AnyEndpoint[], site: Site): Json {
  const components = new Components();
  components.add("Problem", PROBLEM_SCHEMA);
  const paths: Record<string, Json> = {};
  for (const endpoint of catalog) {
    const item = (paths[templatedPath(endpoint)] ??= {});
    item[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  const webhooks = openApiWebhooks(components);
  const responses = Object.fromEntries(Object.values(SHARED_PROBLEMS).map(({ name, response }) => [name, response]));
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: infoOf(site),
    servers: [{ url: site.baseUrl }],
    security: [],
    tags: [...new Set(catalog.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      responses,
      headers: OPENAPI_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
