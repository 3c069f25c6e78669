import { ERRORS } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { LIMITS } from "@/lib/http/limiter";
import { FAIR_TRADE_TEXT, NO_CHARGE_GUARANTEES } from "./fair-trade";
import { limitsOf } from "./limits";
import { costWords, rateLimitWords } from "./meta";
import { exampleTarget, parametersOf, templatedPath, type Parameter } from "./parameters";
import { problemsOf } from "./problems";
import { RECEIPTS_TEXT } from "./receipt-promise";
import { LICENSE, SUMMARY, type Site } from "./site";
import { WEBHOOKS_TEXT } from "./webhooks";

type Row = ReturnType<typeof limitsOf>[number];

function operatorLines({ operator }: Site): string[] {
  const social = operator.socialUrl ? ` Profile: ${operator.socialUrl}.` : "";
  return [
    `- Operator: ${operator.legalEntity ?? "not configured yet"}, ${operator.jurisdiction}. Contact: ${operator.contact ?? "not configured yet"}.${social}`,
  ];
}

const IF_THEY_DIFFER = "Do not send funds if this line and the operator's profile differ.";

function paymentLines({ wallet, baseUrl }: Site): string[] {
  const terms =
    "Credit purchases are non-refundable. Non-refundable means: credits, once bought, are not exchanged back into money; they do not expire.";
  if (!wallet.address) return [`- Payment address (USDC on Base): not configured. ${wallet.reason ?? ""} ${terms} ${IF_THEY_DIFFER}`];
  const state = wallet.isEnabled
    ? `The same address stands in ${baseUrl}/api/payment/info and in the operator's profile.`
    : (wallet.reason ?? "");
  return [`- Payment address (USDC on Base): ${wallet.address}. ${state} ${IF_THEY_DIFFER} ${terms}`];
}

function introduction(site: Site): string[] {
  return [
    `# ${site.name}`,
    "",
    `> ${SUMMARY}`,
    "",
    `Base address: ${site.baseUrl}. Answers are JSON with a boolean \`ok\` unless said otherwise; errors are RFC 9457 problems with a code in \`error\`. Free endpoints need no key and may be called from any origin.`,
    "",
    `- Limit: ${LIMITS.free.calls} requests per minute and address; answers carry RateLimit headers, and a 429 says when to come back in Retry-After.`,
    "- Please send a descriptive User-Agent that says who you are, ideally with a contact.",
    "- Send back the ETag as If-None-Match: a 304 costs neither of us anything.",
    "- `captured_at` says when the data was read at its source, `stale_after_seconds` how old it may become; null means that nobody knows, never zero.",
    `- License: ${LICENSE.type}. ${LICENSE.description}`,
    `- Fair trade: ${FAIR_TRADE_TEXT}`,
    `- Receipts: ${RECEIPTS_TEXT}`,
    `- Webhooks: ${WEBHOOKS_TEXT}`,
    ...paymentLines(site),
    ...operatorLines(site),
  ];
}

const descriptionOf = (endpoint: AnyEndpoint): string => `${endpoint.summary}. ${endpoint.description ?? ""}`.replace(/\.\.$/, ".").trim();

function link(endpoint: AnyEndpoint, site: Site): string {
  const names = parametersOf(endpoint).map(({ name }) => name);
  const takes = names.length === 0 ? "" : ` Parameters: ${names.join(", ")}.`;
  return `- [${endpoint.method} ${templatedPath(endpoint)}](${site.baseUrl}${exampleTarget(endpoint)}): ${endpoint.summary} (${costWords(endpoint)}).${takes}`;
}

function sections(catalog: readonly AnyEndpoint[], render: (endpoint: AnyEndpoint) => string[]): string[] {
  const tags = [...new Set(catalog.map(({ tag }) => tag))];
  return tags.flatMap((tag) => ["", `## ${tag}`, "", ...catalog.filter((endpoint) => endpoint.tag === tag).flatMap(render)]);
}

export function llmsText(catalog: readonly AnyEndpoint[], site: Site): string {
  return [...introduction(site), ...sections(catalog, (endpoint) => [link(endpoint, site)]), ""].join("\n");
}

function parameterLine({ name, in: place, isRequired, schema, description }: Parameter): string {
  const defaultWords = schema.default === undefined ? "" : ` Default ${String(schema.default)}.`;
  return `- \`${name}\` (${place}, ${isRequired ? "required" : "optional"}): ${description}${defaultWords}`;
}

function fullEntry(endpoint: AnyEndpoint, site: Site): string[] {
  const parameters = parametersOf(endpoint);
  const sla = slaOf(endpoint.reads);
  const codes = [...problemsOf(endpoint)]
    .filter(([status]) => status < 500 && status !== 405 && status !== 429)
    .flatMap(([, names]) => names);
  const body =
    endpoint.method === "GET"
      ? ""
      : `-X ${endpoint.method} -H 'Content-Type: application/json' -d '${JSON.stringify(endpoint.example?.body ?? {})}' `;
  return [
    `### ${endpoint.method} ${templatedPath(endpoint)}`,
    "",
    descriptionOf(endpoint),
    "",
    `- Cost: ${costWords(endpoint)}. Limit: ${rateLimitWords(endpoint)}.`,
    `- Answers: ${endpoint.produces ?? "application/json"}${endpoint.csv ? ", or text/csv with `format=csv`" : ""}.`,
    ...(sla === null ? [] : [`- Freshness: stale after ${sla} seconds.`]),
    ...parameters.map(parameterLine),
    ...(codes.length === 0 ? [] : [`- Refusals: ${codes.join(", ")}.`]),
    "",
    "```",
    `curl ${body}'${site.baseUrl}${exampleTarget(endpoint)}'`,
    "```",
    "",
  ];
}

function limitLine({ limit, applies_to, min, max, default: defaultValue, unit, note, in_service }: Row): string {
  const range = min !== null ? `${min} to ${max}` : max === null ? "none" : String(max);
  const extra = [defaultValue === null ? "" : `default ${defaultValue}`, note ?? "", in_service ? "" : "announced, not served yet"]
    .filter((part) => part !== "")
    .join("; ");
  return `- ${limit} (${applies_to}): ${range} ${unit}${extra === "" ? "" : ` (${extra})`}`;
}

export function llmsFullText(catalog: readonly AnyEndpoint[], site: Site): string {
  return [
    ...introduction(site),
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
