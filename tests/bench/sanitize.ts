import { isMarkedText, sanitizeLabel, sanitizeReport, sanitizeSnippet, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import { ownAttacks, ownBenign, publicAttacks, recordedBenign, type Attack, type Benign } from "../support/news/sanitizer-corpus";
import { isChanged, shareLeft } from "../support/news/text-survival";

/** Runs the sanitizer over attacks and over benign texts, and prints what became of each as JSON. */

const both = (title: string, text: string): string => `${title}\n${text}`;

/** The rest of an item counts as kept when so much of it still stands. */
const KEPT = 0.9;
/** An attack counts as caught when less of it than this is left. */
const LEFT = 0.5;

function triedAttack({ family, made_for, title, text, span }: Attack) {
  const after = both(sanitizeTitle(title), sanitizeSnippet(text));
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
  if (kind === "registry") return [sanitizeLabel, sanitizeSnippet];
  return /^(?:cve|CVE records|OSV advisories|KEV entries)$/.test(kind)
    ? [sanitizeReport, sanitizeReport]
    : [sanitizeTitle, sanitizeSnippet];
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

const attacks = [...ownAttacks(), ...publicAttacks()].map(triedAttack);
const benign = [...ownBenign(), ...recordedBenign()].filter(({ ambiguous }) => !ambiguous).map(triedBenign);
process.stdout.write(JSON.stringify({ attacks, benign }));

export type TriedAttack = ReturnType<typeof triedAttack>;
export type TriedBenign = ReturnType<typeof triedBenign>;
