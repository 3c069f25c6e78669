import { ERRORS } from "@/lib/errors";
import { type AnyEndpoint, TAGS, type Tag } from "@/lib/http/endpoint";
import type { KnownValues } from "@/lib/http/field-meta";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { bodyFieldsOf, exampleBodies, type BodyField } from "./body-fields";
import { curlLine } from "./curl";
import { NO_CHARGE_GUARANTEES } from "./fair-trade";
import { acceptedSentence } from "./field-words";
import type { Json } from "./json-schema";
import { limitsOf } from "./limits";
import { introduction } from "./llms-introduction";
import { answerWords, costWords, rateLimitWords } from "./meta";
import { partAddress } from "./openapi-part";
import { operationId } from "./operation-id";
import { parametersOf, templatedPath, type Parameter } from "./parameters";
import { problemsOf } from "./problems";
import { RECEIPTS_TEXT } from "./receipt-promise";
import type { Site } from "./site";
import { WEBHOOKS_TEXT } from "./webhooks";

type Row = ReturnType<typeof limitsOf>[number];

const descriptionOf = (endpoint: AnyEndpoint): string => `${endpoint.summary}. ${endpoint.description ?? ""}`.replace(/\.\.$/, ".").trim();

function sections(catalog: readonly AnyEndpoint[], render: (endpoint: AnyEndpoint) => string[]): string[] {
  const tags = [...new Set(catalog.map(({ tag }) => tag))];
  return tags.flatMap((tag) => ["", `## ${tag}`, "", ...catalog.filter((endpoint) => endpoint.tag === tag).flatMap(render)]);
}

const nameWords = (endpoint: AnyEndpoint): string =>
  endpoint.access.kind === "free" ? operationId(endpoint) : `${operationId(endpoint)} (${costWords(endpoint)})`;

/** A subject on one line: what it is, and the names that open the page of each operation. */
function subjectLine(tag: Tag, catalog: readonly AnyEndpoint[], { baseUrl }: Site): string {
  const names = catalog.filter((endpoint) => endpoint.tag === tag).map(nameWords);
  return `- [${tag}](${baseUrl}${partAddress({ tag })}): ${TAGS[tag]} Names: ${names.join(", ")}.`;
}

/** At most 12 KB, since an agent reads it whole before its first call; each operation's page has the rest. */
export function llmsText(catalog: readonly AnyEndpoint[], site: Site): string {
  const tags = [...new Set(catalog.map(({ tag }) => tag))];
  return [...introduction(site), "", "## Operations", "", ...tags.map((tag) => subjectLine(tag, catalog, site)), ""].join("\n");
}

const defaultWords = (schema: Json): string => (schema.default === undefined ? "" : ` Default ${String(schema.default)}.`);

function parameterLine(parameter: Parameter): string {
  const { name, in: place, isRequired, schema, description, known } = parameter;
  return `- \`${name}\` (${place}, ${isRequired ? "required" : "optional"}): ${description}${acceptedSentence(parameter)}${defaultWords(schema)}${knownWords(known)}`;
}

const knownWords = (known: KnownValues | null): string => (known ? ` Known ${known.name}: ${known.values.join(", ")}.` : "");

function bodyLine(field: BodyField): string {
  const { name, isRequired, schema, description } = field;
  const words = `${description}${acceptedSentence(field)}${defaultWords(schema)}`.trim();
  return `- \`${name}\` (body, ${isRequired ? "required" : "optional"}): ${words === "" ? "Text." : words}`;
}

/** Calls of an endpoint, a call for each body that it shows. */
function curlLines(endpoint: AnyEndpoint, site: Site): string[] {
  const bodies = exampleBodies(endpoint);
  if (bodies.length < 2) return [curlLine(endpoint, site)];
  return bodies.flatMap(({ name, body }) => [`# ${name}`, curlLine(endpoint, site, undefined, body)]);
}

function fullEntry(endpoint: AnyEndpoint, site: Site): string[] {
  const parameters = parametersOf(endpoint);
  const sla = slaOf(endpoint.reads);
  const codes = [...problemsOf(endpoint)]
    .filter(([status]) => status < 500 && status !== 405 && status !== 429)
    .flatMap(([, names]) => names);
  return [
    `### ${endpoint.method} ${templatedPath(endpoint)}`,
    "",
    descriptionOf(endpoint),
    "",
    `- Cost: ${costWords(endpoint)}. Limit: ${rateLimitWords(endpoint)}.`,
    `- Answers: ${answerWords(endpoint)}.`,
    ...(sla === null ? [] : [`- Freshness: stale after ${sla} seconds.`]),
    ...parameters.map(parameterLine),
    ...bodyFieldsOf(endpoint).map(bodyLine),
    ...(codes.length === 0 ? [] : [`- Refusals: ${codes.join(", ")}.`]),
    "",
    "```",
    ...curlLines(endpoint, site),
    "```",
    "",
  ];
}

function limitLine({ limit, applies_to, min, max, default: defaultValue, unit, note }: Row): string {
  const range = min !== null ? `${min} to ${max}` : max === null ? "none" : String(max);
  const extra = [defaultValue === null ? "" : `default ${defaultValue}`, note ?? ""].filter((part) => part !== "").join("; ");
  return `- ${limit} (${applies_to}): ${range} ${unit}${extra === "" ? "" : ` (${extra})`}`;
}

export function llmsFullText(catalog: readonly AnyEndpoint[], site: Site): string {
  return [
    ...introduction(site),
    `- Receipts: ${RECEIPTS_TEXT}`,
    `- Webhooks: ${WEBHOOKS_TEXT}`,
    ...sections(catalog, (endpoint) => fullEntry(endpoint, site)),
    "## Limits",
    "",
    ...limitsOf(catalog).map(limitLine),
    "",
    "## Fair trade",
    "",
    ...NO_CHARGE_GUARANTEES.map(({ id, description }) => `- \`${id}\`: ${description}`),
    "",
    "## Errors",
    "",
    ...Object.entries(ERRORS).map(([code, { status, title, hint }]) => `- \`${code}\` (${status}): ${title}. ${hint}`),
    "",
  ].join("\n");
}
