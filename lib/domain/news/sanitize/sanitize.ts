import { attackSpans, forgedSpans, withoutSpans, type Detectors } from "./attack-spans";
import stored from "./classifier.json";
import { readClassifier } from "./classifier";
import { isDisguised } from "./disguises";
import { stripInvisible } from "./fold-text";
import { withoutControlTokens } from "./forged-delimiters";
import { LABEL_LIMIT, SNIPPET_LIMIT, TITLE_LIMIT } from "./limits";
import { REMOVED } from "./marks";
import { flattenMarkup } from "./markup";

/** Longest input that is read; it bounds the work. No longer text is stored. */
const READ_LIMIT = 6000;
const PASSES = 5;

/** To be raised with every change of a rule. */
const RULES = 5;
/** Texts that were derived under another version are derived again. */
export const RULES_VERSION = `${RULES}.${stored.version}`;

const tidy = (text: string): string =>
  text
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\[content removed\](?:[\s.,;:!?'"]{0,3}\[content removed\])+/g, REMOVED)
    .trim();

function cap(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  return `${(/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()}…`;
}

/** How a kind of text is read. In names and reports of vulnerabilities words are never judged. */
interface TextKind {
  limit: number;
  isLine: boolean;
  isRegistry?: boolean;
}

const TITLE: TextKind = { limit: TITLE_LIMIT, isLine: true };
const SNIPPET: TextKind = { limit: SNIPPET_LIMIT, isLine: false };
const REPORT: TextKind = { limit: SNIPPET_LIMIT, isLine: false, isRegistry: true };
const LABEL: TextKind = { limit: LABEL_LIMIT, isLine: true, isRegistry: true };

function visible(text: string, isLine: boolean): string {
  const seen = stripInvisible(text);
  return tidy(isLine ? seen.replace(/\n+/g, " ") : seen);
}

function pass(detectors: Detectors, text: string, { limit, isLine, isRegistry = false }: TextKind): string {
  const seen = visible(text, isLine);
  if (isRegistry) return cap(tidy(withoutControlTokens(seen)), limit);
  const flat = tidy(flattenMarkup(withoutSpans(seen, forgedSpans(detectors, seen))));
  return cap(
    tidy(withoutSpans(flat, attackSpans(detectors, flat, { isTitle: isLine, isDisguised: detectors.lookalikes && isDisguised(text) }))),
    limit,
  );
}

/** Makes text from outside safe for a reader that follows instructions. Idempotent. */
function sanitize(detectors: Detectors, value: unknown, kind: TextKind): string {
  if (typeof value !== "string" || value === "") return "";
  let text = value.length > READ_LIMIT ? value.slice(0, READ_LIMIT) : value;
  for (let round = 0; round < PASSES; round += 1) {
    const next = pass(detectors, text, kind);
    if (next === text) return text;
    text = next;
  }
  return pass(detectors, text, kind) === text ? text : REMOVED;
}

type Sanitize = (value: unknown) => string;

export interface Sanitizer {
  title: Sanitize;
  snippet: Sanitize;
}

export const sanitizerOf = (detectors: Detectors): Sanitizer => ({
  title: (value) => sanitize(detectors, value, TITLE),
  snippet: (value) => sanitize(detectors, value, SNIPPET),
});

export const DETECTORS: Detectors = {
  classifier: readClassifier(stored),
  delimiters: true,
  calls: true,
  links: true,
  encoded: true,
  split: true,
  lookalikes: true,
};

export const { title: sanitizeTitle, snippet: sanitizeSnippet } = sanitizerOf(DETECTORS);
/** A description of a vulnerability: its words are kept as its registry published them. */
export const sanitizeReport: Sanitize = (value) => sanitize(DETECTORS, value, REPORT);
/** A name of a model, a component or a publication. */
export const sanitizeLabel: Sanitize = (value) => sanitize(DETECTORS, value, LABEL);

export const isMarkedText = (text: string): boolean => text.includes(REMOVED);
