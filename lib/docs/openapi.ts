import { z } from "zod";
import { formatUsd, priceUnits } from "@/lib/domain/money/credits";
import { type AnyEndpoint, TAGS, type Tag } from "@/lib/http/endpoint";
import { CSV_TYPE, envelopedSchema, EVENT_STREAM, typesOf } from "@/lib/http/envelope";
import { ErrorBillingSchema } from "@/lib/http/premium-body";
import { isOptional } from "@/lib/http/call/parse";
import { IGNORED_HEADER } from "@/lib/http/call/unknown-parameters";
import { Binary } from "@/lib/schemas/binary";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { answerExample } from "./answer-examples";
import { exampleBodies } from "./body-fields";
import { Components, type Json } from "./json-schema";
import { headers, ProblemResponses } from "./openapi-problems";
import { OPENAPI_HEADERS, PAYMENT_PARAMETERS, problemSchema, SECURITY_SCHEMES } from "./openapi-shared";
import { operationId } from "./operation-id";
import { parametersOf, templatedPath, type Parameter } from "./parameters";
import { API_VERSION, LICENSE, SUMMARY, type Site } from "./site";
import { openApiWebhooks } from "./webhooks";

interface Parts {
  components: Components;
  problems: ProblemResponses;
  isSelling: boolean;
}

function parameterObject({ name, in: place, isRequired, mayBeBlank, schema, description, known, example }: Parameter): Json {
  const list = schema.type === "array" ? { style: "form", explode: false } : {};
  const shown = example === undefined ? {} : { example: typedExample(schema, example) };
  return {
    name,
    in: place,
    required: isRequired,
    description,
    schema: known ? withExamples(schema, known.values) : schema,
    ...(mayBeBlank ? { allowEmptyValue: true } : {}),
    ...list,
    ...shown,
  };
}

/** Known values are those of an entry where a list is taken. */
function withExamples(schema: Json, examples: readonly string[]): Json {
  return schema.type === "array" ? { ...schema, items: { ...(schema.items as Json), examples } } : { ...schema, examples };
}

function typedExample(schema: Json, text: string): unknown {
  if (schema.type === "integer" || schema.type === "number") return Number(text);
  if (schema.type === "boolean") return text === "true" || text === "1";
  return schema.type === "array" ? text.split(",") : text;
}

/** What the formats of a content type hold; null where no format says it. */
function heldIn({ formats }: AnyEndpoint, type: string, components: Components): Json | null {
  const own = Object.values(formats ?? {}).filter((format) => format.type.split(";", 1)[0] === type);
  const schemas = own.flatMap(({ holds }) => (holds ? [components.of(holds, "output")] : []));
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? null);
}

function contentOf(endpoint: AnyEndpoint, components: Components): Json {
  const payload = endpoint.response as z.ZodType;
  const isFile = payload instanceof z.ZodString || payload === Binary;
  const schema = isFile ? { type: "string" } : components.of(envelopedSchema(endpoint), "output");
  const example = answerExample(endpoint);
  const shown = example === undefined ? {} : { example };
  // A description names a content type without its parameters.
  const types = typesOf(endpoint).map((type) => type.split(";", 1)[0] ?? "");
  const content = types.map((type, index) => [
    type,
    { schema: heldIn(endpoint, type, components) ?? schema, ...(index === 0 ? shown : {}) },
  ]);
  const text = { schema: { type: "string" } };
  return {
    ...Object.fromEntries(content),
    ...(endpoint.csv ? { [CSV_TYPE]: text } : {}),
    ...(endpoint.eventStream ? { [EVENT_STREAM]: text } : {}),
  };
}

const LIMIT_HEADERS = ["RateLimit-Policy", "RateLimit", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

function responsesOf(endpoint: AnyEndpoint, { components, problems }: Parts): Json {
  const isPremium = endpoint.access.kind === "premium";
  const limits = isPremium
    ? ["X-Receipt-Id", "X-Payment-Token-Balance", "X-Payment-Token", "X-Payment-State", "PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"]
    : LIMIT_HEADERS;
  const cached = isPremium ? [] : ["ETag", ...(endpoint.reads.length > 0 ? ["Last-Modified"] : [])];
  const ok = {
    description: endpoint.summary,
    headers: headers("Cache-Control", IGNORED_HEADER, ...cached, ...limits),
    content: contentOf(endpoint, components),
  };
  const unchanged = endpoint.method === "GET" && !isPremium ? { 304: { $ref: "#/components/responses/NotModified" } } : {};
  return { 200: ok, ...unchanged, ...Object.fromEntries(problems.of(endpoint, operationId(endpoint))) };
}

function examplesOf(endpoint: AnyEndpoint): Json {
  const [first, ...others] = exampleBodies(endpoint);
  if (!first) return {};
  if (others.length === 0) return { example: first.body };
  return {
    examples: Object.fromEntries([first, ...others].map(({ name, body }) => [name.replace(/\W+/g, "-"), { summary: name, value: body }])),
  };
}

function bodyOf(endpoint: AnyEndpoint, components: Components): Json {
  if (!endpoint.body) return {};
  return {
    requestBody: {
      required: !isOptional(endpoint.body as z.ZodType),
      content: { "application/json": { schema: components.of(endpoint.body as z.ZodType, "input"), ...examplesOf(endpoint) } },
    },
  };
}

/** A bearer is optional where a payment by header stands in for it. */
function securityOf({ access }: AnyEndpoint): Json {
  if (access.kind === "free") return {};
  return { security: access.kind === "premium" ? [{ bearerAuth: [] }, {}] : [{ bearerAuth: [] }] };
}

/** How indexers of x402 learn what can be bought; absent while nothing is sold. */
function paymentInfo({ access }: AnyEndpoint, { isSelling }: Parts): Json {
  if (access.kind !== "premium" || !isSelling) return {};
  const price = { mode: "fixed", currency: "USD", amount: formatUsd(priceUnits(access.credits)) };
  return { "x-payment-info": { price, protocols: [{ x402: {} }] } };
}

function parametersIn(endpoint: AnyEndpoint): Json {
  const paying = endpoint.access.kind === "premium" ? Object.keys(PAYMENT_PARAMETERS) : [];
  const parameters = [
    ...parametersOf(endpoint).map(parameterObject),
    ...paying.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function operation(endpoint: AnyEndpoint, parts: Parts): Json {
  const { access } = endpoint;
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    ...securityOf(endpoint),
    ...parametersIn(endpoint),
    ...bodyOf(endpoint, parts.components),
    responses: responsesOf(endpoint, parts),
    "x-access": access.kind,
    "x-credits": access.kind === "premium" ? access.credits : 0,
    ...paymentInfo(endpoint, parts),
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
    contact: { name: site.operator.legalEntity ?? site.name, url: site.operator.socialUrl ?? site.baseUrl },
    license: { name: LICENSE.type, url: `${site.baseUrl}/llms.txt` },
  };
}

/** Derived from the declarations; only the shared errors and headers are written by hand. */
export function openApi(catalog: readonly AnyEndpoint[], site: Site): Json {
  const components = new Components();
  components.add("Problem", problemSchema(components.of(z.object({ billing: ErrorBillingSchema }), "output")));
  const parts = { components, problems: new ProblemResponses(components, catalog), isSelling: site.wallet.isEnabled };
  const paths: Record<string, Json> = {};
  for (const endpoint of catalog) {
    const item = (paths[templatedPath(endpoint)] ??= {});
    item[endpoint.method.toLowerCase()] = operation(endpoint, parts);
  }
  const webhooks = openApiWebhooks(components);
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: infoOf(site),
    servers: [{ url: site.baseUrl }],
    security: [],
    tags: [...new Set<Tag>(catalog.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    webhooks,
    components: {
      schemas: components.schemas,
      responses: parts.problems.responses,
      parameters: PAYMENT_PARAMETERS,
      headers: OPENAPI_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
