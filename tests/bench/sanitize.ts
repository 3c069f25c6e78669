import type { Detectors } from "@/lib/domain/news/sanitize/attack-spans";
import {
  DETECTORS,
  isMarkedText,
  sanitizeLabel,
  sanitizeReport,
  sanitizerOf,
  sanitizeSnippet,
  sanitizeTitle,
  type Sanitizer,
} from "@/lib/domain/news/sanitize/sanitize";
import {
  IS_REGISTRY,
  lessons,
  ownAttacks,
  ownBenign,
  publicAttacks,
  recordedBenign,
  type Attack,
  type Benign,
} from "../support/news/sanitizer-corpus";
import { isChanged, shareLeft } from "../support/news/text-survival";
import { labelledSentences, recordedSentences } from "./sanitizer/labelled-sentences";
import { trainClassifier } from "./sanitizer/train-classifier";

/** Runs the sanitizer over attacks and over benign texts, and prints what became of each as JSON. */

const both = (title: string, text: string): string => `${title}\n${text}`;

/** The rest of an item counts as kept when so much of it still stands. */
const KEPT = 0.9;
/** An attack counts as caught when less of it than this is left. */
const LEFT = 0.5;

const TODAYS: Sanitizer = { title: sanitizeTitle, snippet: sanitizeSnippet };

function triedAttack({ family, made_for, title, text, span }: Attack, sanitizer = TODAYS) {
  const after = both(sanitizer.title(title), sanitizer.snippet(text));
  const rest = both(title, text).replace(span, () => "\n");
  const left = shareLeft(span, after);
  return {
    family,
    made_for,
    left,
    isCaught: left < LEFT,
    isMarked: isMarkedText(after),
    hasRest: rest.trim() !== "",
    isRestKept: shareLeft(rest, after) >= KEPT,
    span,
  };
}

/** CVE texts and names are read by functions of their own, as in the adapters. */
function sanitizersOf(kind: string): [title: (value: unknown) => string, text: (value: unknown) => string] {
  if (kind === "registry") return [sanitizeLabel, sanitizeReport];
  return IS_REGISTRY.test(kind) ? [sanitizeReport, sanitizeReport] : [sanitizeTitle, sanitizeSnippet];
}

function triedBenign({ kind, made_for, title, text }: Benign) {
  const [ofTitle, ofText] = sanitizersOf(kind);
  const [newTitle, newText] = [ofTitle(title), ofText(text)];
  return {
    kind,
    made_for,
    isTitleChanged: isChanged(title, newTitle),
    isTextChanged: isChanged(text, newText),
    isMarked: isMarkedText(both(newTitle, newText)),
    lost: 1 - shareLeft(both(title, text), both(newTitle, newText)),
    before: isChanged(title, newTitle) ? title : text,
    after: isChanged(title, newTitle) ? newTitle : newText,
  };
}

/** Detectors that exist for one family. They go with it, so that nothing is known of a family that is left out. */
const MADE_FOR: Partial<Record<string, Partial<Detectors>>> = {
  delimiter_forgery: { delimiters: false },
  forged_tool_call: { calls: false },
  exfiltration_by_link: { links: false },
  encoded: { encoded: false },
  split: { split: false },
  hidden_unicode: { lookalikes: false },
};

/** Leaves out every family in turn. The classifier is made without its sentences, and its detectors are switched off. */
function familiesLeftOut() {
  const sentences = [...labelledSentences(), ...recordedSentences()];
  const attacks = ownAttacks();
  return [...new Set(attacks.map(({ family }) => family))].map((left) => {
    const classifier = trainClassifier(sentences.filter(({ families }) => !families.includes(left)));
    const sanitizer = sanitizerOf({ ...DETECTORS, ...MADE_FOR[left], classifier });
    const tried = attacks.filter(({ family }) => family === left).map((attack) => triedAttack(attack, sanitizer));
    return { family: left, recall: tried.filter(({ isCaught }) => isCaught).length / tried.length };
  });
}

/** Texts by strangers that the classifier never saw. Attacks should be caught, and ordinary texts not be changed. */
const strangers = () =>
  lessons()
    .filter(({ made_for }) => made_for === "held_out")
    .map(({ kind, family, text }) => {
      const after = sanitizeSnippet(text);
      return { kind, isAttack: family !== null, isHit: family === null ? isChanged(text, after) : shareLeft(text, after) < LEFT };
    });

function microsecondsPerItem(items: readonly Benign[]): number {
  const start = performance.now();
  for (const { title, text } of items) both(sanitizeTitle(title), sanitizeSnippet(text));
  return ((performance.now() - start) / items.length) * 1000;
}

const attacks = [...ownAttacks(), ...publicAttacks()].map((attack) => triedAttack(attack));
const kept = [...ownBenign(), ...recordedBenign()].filter(({ ambiguous }) => !ambiguous);
const benign = kept.map(triedBenign);
process.stdout.write(
  JSON.stringify({ attacks, benign, leftOut: familiesLeftOut(), strangers: strangers(), microseconds: microsecondsPerItem(kept) }),
);

export type TriedAttack = ReturnType<typeof triedAttack>;
export type TriedBenign = ReturnType<typeof triedBenign>;
export type Stranger = ReturnType<typeof strangers>[number];
export type LeftOut = ReturnType<typeof familiesLeftOut>[number];
