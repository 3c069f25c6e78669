import { scoreWith, type Classifier } from "./classifier";
import { encodedPassages } from "./encoded-passages";
import { foldText } from "./fold-text";
import { forgedTurns } from "./forged-delimiters";
import { cipherPassages, sentenceReadings, splitPassages } from "./hidden-passages";
import { REMOVED } from "./marks";
import type { Passage } from "./passage";
import { splitSentences, withoutQuotations } from "./sentences";

/** Calls of tools and their results, as agents exchange them: prose does not hold them. */
const CALLS: readonly RegExp[] = [
  /[[{(]{0,2}\{\s?["'](?:name|tool|tool_name|function|function_name|action|method|recipient_name)["']\s?:\s?["'{][^]{0,200}?["'](?:arguments|parameters|params|input|args|kwargs|to|confirm)["']\s?:[^]{0,300}?(?:[}\]]{1,4}|$)/gi,
  /(?:^|(?<=[\s.]))(?:Thought|Action|Tool|Observation) ?: ?[^\n]{1,300}(?:\n|\s)(?:Action Input|Action|Observation|Thought|Input|Final Answer) ?: ?[^\n]{0,300}(?:\n(?:Action Input|Action|Observation|Thought|Final Answer) ?: ?[^\n]{0,300}){0,4}/g,
  /```(?:tool_code|tool_call|tool_outputs?|function_call|tool)\n[^]{0,600}?(?:```|$)/gi,
  /<\|python_tag\|>[^\n]{0,300}/gi,
  /<tool_call>(?:\s*[{[<`][^]{0,400}?(?:<\/tool_call>|$)|[^]{0,400}?<\/tool_call>)/gi,
  /\[TOOL_CALLS\]\s?\[[^]{0,400}?\](?=\s|$)/g,
  /\b(?:call|to|functions?)[:=] ?[a-z_]+(?:\.[a-z_]+)*\([^()\n]{0,200}\)/gi,
  /\b(?:function|tool)(?:_call)? ?[`"']?[a-z_]{3,40}[`"']? returned ?: ?\{[^\n]{0,400}?\}(?=\s|$)/gi,
  /\bto=[a-z_.]{3,40}(?: code)? ?[:{][^\n]{0,200}/gi,
];

function forgedCalls(text: string): { start: number; end: number }[] {
  return CALLS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}

/** Addresses with a slot for what the reader knows, or that run a program when opened. */
const SLOT = String.raw`(?:\{\{?[a-z_ .]{2,40}\}?\}|%7[bB][\w%]{2,40}|<[a-z_ ]{2,40}>|\[[a-z_ ]{2,40}\]|\$\{?[A-Z_]{3,30}\}?|\b[A-Z]{3,}(?:_[A-Z]{2,}){2,}\b)`;
const ADDRESS_WITH_SLOT = new RegExp(
  String.raw`(?:https?:)?//[^\s"'()<>{}\[\]]{0,200}(?:[?&=/#.][^\s"'()]{0,100})?${SLOT}[^\s"'()]{0,200}`,
  "g",
);
const IN_QUERY = /[?&#=][^?]*$/;
const SCRIPT =
  /\[[^\]\n]{0,200}\]\((?:javascript|vbscript|data):[^\n]{0,500}?\)(?=\s|$)|<a\b[^<>]{0,20}href=["']?(?:javascript|data):[^<>]{0,300}>[^<>]{0,200}(?:<\/a>)?/gi;
const ELEMENT = /<a\b[^<>]{0,300}>[^<>]{0,200}<\/a>|!?\[[^\]\n]{0,200}\]\([^()\n]{0,400}\)|<img\b[^<>]{0,400}>/gi;

/** Whether a text holds an address whose query is to be filled in by its reader. */
const carriesData = (address: string): boolean => {
  ADDRESS_WITH_SLOT.lastIndex = 0;
  const match = ADDRESS_WITH_SLOT.exec(address);
  return match !== null && IN_QUERY.test(match[0]);
};

const spanOf = (match: RegExpExecArray): { start: number; end: number } => ({ start: match.index, end: match.index + match[0].length });

const dataLinks = (text: string): { start: number; end: number }[] => [
  ...[...text.matchAll(SCRIPT)].map(spanOf),
  ...[...text.matchAll(ELEMENT)].filter(([element]) => carriesData(element)).map(spanOf),
];

/** The parts that find attacks. A measurement leaves some out, to see what the rest finds of an unknown family. */
export interface Detectors {
  classifier: Classifier;
  delimiters: boolean;
  calls: boolean;
  links: boolean;
  encoded: boolean;
  split: boolean;
  lookalikes: boolean;
}

export interface Span {
  start: number;
  end: number;
}

/**
 * Least scores of the classifier from which text is removed, strictest first. Their unit is that of `scoreWith`: at 0 an
 * attack is as likely as ordinary text. All were chosen on the half of the labelled texts that rules may be made with.
 */
const LEAST = {
  /** A title stands alone, is short and often in the imperative. */
  title: 1,
  sentence: 0,
  /** A sentence beside a removed one, or in a text with `SEVERAL` suspicious ones, is suspect itself. */
  beside: -1,
  suspicious: -1.5,
  /** Hiding words takes a reason. */
  hidden: -2,
  /** Each sentence of a pair, which must then score `MORE_IN_PAIR` together. */
  inPair: -3,
  /** Words behind a forged delimiter are said in another's name. They stay only where they plainly address no machine. */
  inTurn: -4,
} as const;
const MORE_IN_PAIR = 0.5;
const SEVERAL = 3;
/** Characters scored per sentence. */
const LONGEST_SENTENCE = 600;

const score = ({ classifier }: Detectors, folded: string): number => scoreWith(classifier, folded.slice(0, LONGEST_SENTENCE));

function scoreSentence(detectors: Detectors, sentence: string): number {
  if (sentence.trim() === REMOVED || sentence.trim().length < 4) return -Infinity;
  const said = withoutQuotations(sentence.replaceAll(REMOVED, " "));
  const folded = foldText(said);
  const readings = detectors.lookalikes ? sentenceReadings(said, folded) : [];
  return Math.max(score(detectors, folded), ...readings.map((reading) => score(detectors, reading)));
}

/** Marks sentences spoken to a machine: alone, in a pair, beside a marked one, or among several. */
function spokenSentences(detectors: Detectors, sentences: readonly string[], least: number): boolean[] {
  const scores = sentences.map((sentence) => scoreSentence(detectors, sentence));
  const scoreAt = (at: number): number => scores[at] ?? -Infinity;
  const isFound = sentences.map((sentence, at) => scoreAt(at) >= least || (detectors.links && carriesData(sentence)));
  for (let at = 0; at + 1 < sentences.length; at += 1) {
    if (isFound[at] || isFound[at + 1] || Math.min(scoreAt(at), scoreAt(at + 1)) < LEAST.inPair) continue;
    const pair = scoreSentence(detectors, `${sentences[at]}${sentences[at + 1]}`);
    if (pair >= least + MORE_IN_PAIR) isFound[at] = isFound[at + 1] = true;
  }
  const areSeveral = scores.filter((one) => one >= LEAST.suspicious).length >= SEVERAL;
  const isBeside = (at: number) => isFound[at - 1] === true || isFound[at + 1] === true || areSeveral;
  return isFound.map((found, at) => found || (scoreAt(at) >= LEAST.beside && isBeside(at)));
}

export interface Reading {
  isTitle: boolean;
  /** Whether its words were written in a way that hides them. */
  isDisguised: boolean;
}

function leastScoreOf({ isTitle, isDisguised }: Reading): number {
  if (isDisguised) return LEAST.hidden;
  return isTitle ? LEAST.title : LEAST.sentence;
}

function spokenToMachines(detectors: Detectors, text: string, reading: Reading): Span[] {
  const { isTitle, isDisguised } = reading;
  // A title has no full stop, which the classifier was used to see at the end of an order.
  const sentences = splitSentences(isTitle && /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text, isDisguised);
  const isSpoken = spokenSentences(detectors, sentences, leastScoreOf(reading));
  const spans: Span[] = [];
  let start = 0;
  for (const [at, sentence] of sentences.entries()) {
    if (isSpoken[at]) spans.push({ start, end: Math.min(text.length, start + sentence.trimEnd().length) });
    start += sentence.length;
  }
  return spans;
}

/** Passages that say something else than they show, if what they say is an attack. */
function hiddenAttacks(detectors: Detectors, text: string): Span[] {
  const isAttack = ({ readings }: Passage) => readings.some((reading) => score(detectors, foldText(reading)) >= LEAST.hidden);
  return [
    // Whole sentences in an encoding are removed whatever they say: nobody publishes news in base64.
    ...(detectors.encoded ? encodedPassages(text) : []),
    ...(detectors.encoded ? cipherPassages(text).filter(isAttack) : []),
    ...(detectors.split ? splitPassages(text).filter(isAttack) : []),
  ];
}

/** What pretends to be a part of the prompt, a call or a link for data. */
export function forgedSpans(detectors: Detectors, text: string): Span[] {
  return [
    ...(detectors.calls ? forgedCalls(text) : []),
    ...(detectors.delimiters ? forgedTurns(text, (passage) => scoreSentence(detectors, passage) >= LEAST.inTurn) : []),
    ...(detectors.links ? dataLinks(text) : []),
  ];
}

/** Hidden passages first and alone: without them, what is left of their sentence may be honest. The next pass reads that. */
export function attackSpans(detectors: Detectors, text: string, reading: Reading): Span[] {
  const hidden = hiddenAttacks(detectors, text);
  return hidden.length > 0 ? hidden : spokenToMachines(detectors, text, reading);
}

/** The text with a mark in place of each span; spans that touch get one mark. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    if (start > at || at === 0) result += `${text.slice(at, Math.max(start, at))}${REMOVED}`;
    at = end;
  }
  return result + text.slice(at);
}
