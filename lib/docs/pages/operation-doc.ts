import { datasets } from "@/lib/datasets";
import { code, fields, text, type Doc, type DocBlock, type DocField, type DocSection } from "@/lib/domain/pages/docs/doc";
import { formatUsd, priceUnits } from "@/lib/domain/money/credits";
import { formatAge } from "@/lib/domain/pages/format";
import type { ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { answerExample } from "../answer-examples";
import { catalog } from "../catalog";
import { answerWords, costWords, rateLimitWords } from "../meta";
import { sentence } from "../parameters";
import { problemsOf } from "../problems";
import type { Site } from "../site";
import { errorField } from "./error-field";
import { answerFields, bodyFields, parameterFields } from "./field-list";
import type { Operation } from "./operations";
import { sampleBlocks } from "./samples";

const PAID_BY = "[a token, a transfer or x402](/docs/guides/paying)";

function priceWords({ access }: AnyEndpoint, cost: string): string {
  if (access.kind === "premium") return `${cost} (${formatUsd(priceUnits(access.credits))} USD at the base rate), paid by ${PAID_BY}`;
  return access.kind === "token" ? "free, for the holder of [a token](/docs/guides/paying)" : "free, without a key";
}

function freshnessWords({ reads }: AnyEndpoint): string {
  if (reads.length === 0) return "computed when asked";
  const sla = slaOf(reads);
  const titles = reads.map((name) => datasets[name].title.toLowerCase()).join(", ");
  return sla === null
    ? `from ${titles}, whose age has no promise`
    : `from ${titles}; [stale](/docs/guides/freshness) after ${formatAge(sla)}`;
}

function facts(endpoint: AnyEndpoint): DocBlock {
  const limit = rateLimitWords(endpoint);
  const items = [
    `**Price**: ${priceWords(endpoint, costWords(endpoint))}`,
    `**Limit**: ${limit === "none" ? "none by address" : limit}`,
    `**Data**: ${freshnessWords(endpoint)}`,
    `**Answer**: ${answerWords(endpoint)}`,
  ];
  return { kind: "list", items };
}

const codesOf = (endpoint: AnyEndpoint): ErrorCode[] => [...problemsOf(endpoint).values()].flat();

/** Codes with which every operation of the same access may answer. They tell nothing of a single one. */
function sharedCodes({ access }: AnyEndpoint): Set<ErrorCode> {
  const [first = [], ...others] = catalog()
    .filter((other) => other.access.kind === access.kind)
    .map((other) => new Set(codesOf(other)));
  return new Set([...first].filter((name) => others.every((codes) => codes.has(name))));
}

const ANY_CALL = { free: "Any free call", token: "Any call with a token", premium: "Any paid call" } as const;

function errorSection(endpoint: AnyEndpoint): DocSection {
  const shared = sharedCodes(endpoint);
  const own = codesOf(endpoint).filter((name) => !shared.has(name));
  return {
    title: "Errors",
    blocks: [
      ...(own.length === 0 ? [] : [fields(...own.map(errorField))]),
      text(
        `${ANY_CALL[endpoint.access.kind]} may also be refused with ${[...shared].map((name) => `\`${name}\``).join(", ")}. [Errors](/docs/guides/errors) explains them all.`,
      ),
    ],
  };
}

function answerSection(endpoint: AnyEndpoint): DocSection[] {
  const example = answerExample(endpoint);
  if (example === undefined) return [];
  const isText = typeof example === "string";
  const shown = isText ? example : JSON.stringify(example, null, 2);
  return [
    {
      title: "Answer",
      isAside: true,
      blocks: [
        text(isText ? "A real answer to this call." : "A real answer to this call, its lists cut to their first entries."),
        code(isText ? "The beginning of the text" : "JSON, status 200", isText ? "text" : "json", shown),
      ],
    },
  ];
}

const listed = (title: string, all: readonly DocField[], before?: string): DocSection[] =>
  all.length === 0 ? [] : [{ title, blocks: [...(before === undefined ? [] : [text(before)]), fields(...all)] }];

export function operationDoc({ endpoint, title }: Operation, site: Site): Doc {
  const about = endpoint.description === undefined ? [] : [text(endpoint.description)];
  return {
    title,
    lead: sentence(endpoint.summary),
    sections: [
      { title: "What it is for", blocks: [...about, facts(endpoint)] },
      { title: "Call", isAside: true, blocks: sampleBlocks(endpoint, site) },
      ...answerSection(endpoint),
      ...listed("Parameters", parameterFields(endpoint)),
      ...listed("Body", bodyFields(endpoint), "JSON, with these members. A dot leads to a member of a member."),
      ...listed(
        "Members of the answer",
        answerFields(endpoint),
        "Those whose names do not say enough. `[]` stands for each entry of a list.",
      ),
      errorSection(endpoint),
    ],
  };
}
