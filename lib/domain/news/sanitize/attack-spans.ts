import { scoreWith, type Classifier } from "./classifier";
import { carriesData, dataLinks } from "./data-links";
import { encodedPassages } from "./encoded-passages";
import { foldText } from "./fold-text";
import { forgedCalls } from "./forged-calls";
import { forgedTurns } from "./forged-delimiters";
import { cipherPassages, sentenceReadings, splitPassages } from "./hidden-passages";
import { REMOVED } from "./marks";
import type { Passage } from "./passage";
import { splitSentences, withoutQuotations } from "./sentences";

/** What attacks are found by. A measurement leaves some out, to see what the others find of a family that is not known. */
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

/** The score from which a sentence is removed; chosen on the half of the labelled texts that rules may be made with. */
const LEAST_SCORE = 0;
/** A title stands alone, is short and often in the imperative, so it takes more. */
const MORE_IN_TITLE = 1;
/** So does a pair of sentences, of which neither is an attack alone. */
const MORE_IN_PAIR = 0.5;
const LEAST_IN_PAIR = -3;
/** Beside a sentence that is removed less is enough, and so it is in a text with several such sentences. */
const LEAST_BESIDE = -1;
const SEVERAL = 3;
const LEAST_OF_SEVERAL = -1.5;
/** Whoever hides words has a reason. */
const LEAST_HIDDEN = -2;
/** What stands behind a forged delimiter is said in another's name, unless it is plainly not said to a machine. */
const LEAST_IN_TURN = -4;
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

/** Which sentences are spoken to a machine: alone, in a pair, beside one that is, or because there are several. */
function spokenSentences(detectors: Detectors, sentences: readonly string[], least: number): boolean[] {
  const scores = sentences.map((sentence) => scoreSentence(detectors, sentence));
  const scoreAt = (at: number): number => scores[at] ?? -Infinity;
  const isFound = sentences.map((sentence, at) => scoreAt(at) >= least || (detectors.links && carriesData(sentence)));
  for (let at = 0; at + 1 < sentences.length; at += 1) {
    if (isFound[at] || isFound[at + 1] || Math.min(scoreAt(at), scoreAt(at + 1)) < LEAST_IN_PAIR) continue;
    const pair = scoreSentence(detectors, `${sentences[at]}${sentences[at + 1]}`);
    if (pair >= least + MORE_IN_PAIR) isFound[at] = isFound[at + 1] = true;
  }
  const areSeveral = scores.filter((one) => one >= LEAST_OF_SEVERAL).length >= SEVERAL;
  const isBeside = (at: number) => isFound[at - 1] === true || isFound[at + 1] === true || areSeveral;
  return isFound.map((found, at) => found || (scoreAt(at) >= LEAST_BESIDE && isBeside(at)));
}

export interface Reading {
  isTitle: boolean;
  /** Whether its words were written in a way that hides them. */
  isDisguised: boolean;
}

function spokenToMachines(detectors: Detectors, text: string, { isTitle, isDisguised }: Reading): Span[] {
  // A title has no full stop, which the classifier was used to see at the end of an order.
  const sentences = splitSentences(isTitle && /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text, isDisguised);
  const isSpoken = spokenSentences(detectors, sentences, isDisguised ? LEAST_HIDDEN : LEAST_SCORE + (isTitle ? MORE_IN_TITLE : 0));
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
  const isAttack = ({ readings }: Passage) => readings.some((reading) => score(detectors, foldText(reading)) >= LEAST_HIDDEN);
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
    ...(detectors.delimiters ? forgedTurns(text, (passage) => scoreSentence(detectors, passage) >= LEAST_IN_TURN) : []),
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
