import { FOREIGN_CLAIMS, FOREIGN_OVERRIDES } from "./sanitize/injection-languages";
import { INJECTION_RULES, type InjectionRule } from "./sanitize/injection-rules";
import { compactLetters, foldLookalikes, foldText } from "./sanitize/fold-text";
import { hasScatteredInstruction, replaceEncoded } from "./sanitize/hidden-text";
import { flattenMarkup, REMOVED } from "./sanitize/markup";
import { splitSentences } from "./sanitize/split-sentences";
import { stripInvisible } from "./sanitize/strip-invisible";
import { BLOCKED_TOKEN, hasTemplateToken, replaceTemplateTokens } from "./sanitize/template-tokens";

export const TITLE_LIMIT = 300;
export const SNIPPET_LIMIT = 800;
const LABEL_LIMIT = 120;

/** Nothing we keep is longer; work on any input is bounded by it. */
const READ_LIMIT = 6000;
const PASSES = 4;

/** Programs where news should be: none of it reads as a sentence, and agents have run it. */
const PAYLOAD =
  /\bos\.(?:popen|system|remove|environ)\b|\bsubprocess\.[a-z]|__(?:class|mro|subclasses|globals|builtins|import|init)__|\b(?:eval|exec|system)\(|\bopen\(['"]|\/etc\/(?:passwd|shadow)|\binvoke-expression\b|\bprocess\.start\(|\bchild_process\b|\brm -rf\b|\b(?:curl|wget) (?:-|https?:)|\bnc -[a-z]|\/bin\/(?:ba)?sh\b|\bdocument\.cookie|\bxmlhttprequest\b|\b(?:from|import) (?:os|subprocess|socket|pty|pynput|keyboard)\b|'\s?or\s?'?1'?\s?=\s?'?1|\bunion select\b|;\s?drop table\b|\{\{[^{}]{1,80}\}\}|\$\{jndi:/;

type Family = InjectionRule["family"] | "payload" | "foreign" | "token";
const TAKES_THE_REST: ReadonlySet<Family> = new Set<Family>(["override", "persona", "address", "foreign", "token"]);

function familyOf(sentence: string): Family | null {
  const folded = foldText(sentence);
  if (folded.length < 4) return null;
  const plain = foldLookalikes(folded);
  const matched = INJECTION_RULES.find((rule) => rule.pattern.test(plain));
  if (matched) return matched.family;
  if (PAYLOAD.test(plain)) return "payload";
  if (FOREIGN_OVERRIDES.some((pattern) => pattern.test(folded)) || FOREIGN_CLAIMS.some((pattern) => pattern.test(folded))) return "foreign";
  return plain !== sentence.toLowerCase() && hasTemplateToken(plain) ? "token" : null;
}

/** A text that is nothing but one order to do work for the reader: no headline ends in a full stop, no article is one order. */
const BARE_REQUEST =
  /^[^a-z]{0,4}(?:please |can you |could you |kindly )?(?:analy[sz]e|provide|identify|recommend|explain|find|schedule|tell (?:me|us|a)|write|compose|draft|suggest|describe|compare|evaluate|assess|calculate|compute|solve|convert|translate|summari[sz]e|list|outline|discuss|predict|estimate|forecast|classify|categori[sz]e|rate|remind|book|encode|decode|encrypt|decrypt|reverse|rewrite|rephrase|spell|count|determine|detect|research|investigate|spread|promote|advertise|claim|say that|convince|persuade|give (?:me|us|an?)|set (?:a|an|up)|order|name|announce|mention|define|examine|review|interpret|extract|highlight the|respond|reply|answer) [^.!?]{8,180}\.["')\]]{0,2}$/;

const QUOTED = /["“„«]([^"“”„«»]{6,200})["”»]|(?<=^|[\s(])['‘]([^'‘’]{6,200})['’](?=$|[\s).,;:!?])/g;

/** A report about an attack quotes it: then only the quotation goes, unless its frame is an order too. */
function withoutQuotedOrders(sentence: string): string | null {
  const reported = sentence.replace(QUOTED, (quotation, double?: string, single?: string) => (familyOf(double ?? single ?? "") ? REMOVED : quotation));
  return reported !== sentence && familyOf(reported) === null ? reported : null;
}

/** One may be a report of an attack; so many are the attack itself, its harmless beginning included. */
const ORDERS_OF_AN_ATTACK = 3;

function removeOrders(text: string): string {
  const kept: string[] = [];
  let found = 0;
  let isTaken = false;
  for (const sentence of splitSentences(text)) {
    const family = sentence.trim() === REMOVED ? null : familyOf(sentence);
    if (family !== null) found += 1;
    if (found === ORDERS_OF_AN_ATTACK) return REMOVED;
    if (isTaken) continue;
    const reported = family === null ? sentence : withoutQuotedOrders(sentence);
    kept.push(reported ?? `${REMOVED}${sentence.endsWith("\n") ? "\n" : " "}`);
    isTaken = reported === null && (TAKES_THE_REST.has(family as Family) || found > 1);
  }
  return found === 0 ? text : kept.join("");
}

const tidy = (text: string): string =>
  text
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\[content removed\](?:[\s.]{0,3}\[content removed\])+/g, REMOVED)
    .trim();

function cap(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  return `${(/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd()}…`;
}

interface Form {
  limit: number;
  isLine: boolean;
}

const isWhollyAnOrder = (folded: string): boolean => BARE_REQUEST.test(folded) || hasScatteredInstruction(compactLetters(folded));

function pass(text: string, { limit, isLine }: Form): string {
  const seen = stripInvisible(text);
  const visible = tidy(isLine ? seen.replace(/\n+/g, " ") : seen);
  const flat = replaceEncoded(replaceTemplateTokens(flattenMarkup(visible)), REMOVED);
  const cleaned = removeOrders(flat);
  const result = cleaned === flat && isWhollyAnOrder(foldText(flat)) ? REMOVED : cleaned;
  return cap(tidy(result), limit);
}

/** Text from outside, made safe to hand to a reader that follows instructions. Applying it twice changes nothing. */
function sanitize(value: unknown, form: Form): string {
  if (typeof value !== "string" || value === "") return "";
  let text = value.length > READ_LIMIT ? value.slice(0, READ_LIMIT) : value;
  for (let round = 0; round < PASSES; round += 1) {
    const next = pass(text, form);
    if (next === text) return text;
    text = next;
  }
  return pass(text, form) === text ? text : REMOVED;
}

export const sanitizeTitle = (value: unknown): string => sanitize(value, { limit: TITLE_LIMIT, isLine: true });
export const sanitizeSnippet = (value: unknown): string => sanitize(value, { limit: SNIPPET_LIMIT, isLine: false });
/** Names of sources, components, repositories. */
export const sanitizeLabel = (value: unknown): string => sanitize(value, { limit: LABEL_LIMIT, isLine: true });

export const isMarkedText = (text: string): boolean => text.includes(REMOVED) || text.includes(BLOCKED_TOKEN);
