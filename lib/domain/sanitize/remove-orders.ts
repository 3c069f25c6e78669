import { foldText } from "./fold-text";
import { otherReadings } from "./hidden-text";
import { REMOVED } from "./markup";
import { isPayload } from "./payload";
import { ORDER_SCORE, scoreOrder } from "./score-order";
import { splitSentences } from "./split-sentences";
import { hasTemplateToken } from "./template-tokens";

/** Many sentences that are each half an order are one attack together. */
const TEXT_SCORE = 22;
const SENTENCES_OF_PROSE = 3;
const REPORT_SCORE = 4;
const LONGEST_HIDDEN = 600;
const SCORE_A_SENTENCE = 5;
const ORDERS_OF_AN_ATTACK = 3;

interface Setting {
  isInProse?: boolean;
  /** The text describes vulnerabilities: it names code and files in sentences of its own. */
  isReport?: boolean;
}

const WORDS_OF_A_SENTENCE = 8;

function isProgram(folded: string, isReport: boolean): boolean {
  if (!isPayload(folded)) return false;
  return !isReport || (folded.match(/(?<![\w./])[a-z]{3,}(?![\w/(])/g)?.length ?? 0) < WORDS_OF_A_SENTENCE;
}

function scoreSentence(sentence: string, { isInProse = false, isReport = false }: Setting = {}): number {
  if (sentence.trim() === REMOVED) return 0;
  const folded = foldText(sentence);
  if (folded.length < 4) return 0;
  if (isProgram(folded, isReport)) return ORDER_SCORE;
  const score = scoreOrder(folded, isInProse);
  if (score >= ORDER_SCORE) return score;
  const others = otherReadings(folded);
  if (others.some((reading) => isProgram(reading, isReport) || hasTemplateToken(reading))) return ORDER_SCORE;
  return Math.max(score, ...others.map((reading) => scoreOrder(reading, isInProse)));
}

const isOneSentenceInPieces = (text: string, sentences: readonly string[]): boolean =>
  sentences.length > 2 && text.length < sentences.length * 20;

const QUOTED = /["“„«]([^"“”„«»]{6,200})["”»]|(?<=^|[\s(])['‘]([^'‘’]{6,200})['’](?=$|[\s).,;:!?])/g;

/** A report about an attack quotes it: then only the quotation goes, unless its frame is an order too. */
function withoutQuotedOrders(sentence: string, isReport: boolean): string | null {
  const reported = sentence.replace(QUOTED, (quotation, double?: string, single?: string) =>
    scoreSentence(double ?? single ?? "") >= ORDER_SCORE ? REMOVED : quotation,
  );
  return reported !== sentence && scoreSentence(reported, { isReport }) < ORDER_SCORE ? reported : null;
}

/** What begins as a report goes on as one: there a plain "try it" is only half a sign. */
function scoreSentences(sentences: readonly string[], isReport: boolean): number[] {
  const [first = "", ...others] = sentences;
  const opening = scoreSentence(first, { isReport });
  const isProse = others.length > 0 && opening < REPORT_SCORE;
  return [
    opening,
    ...others.map((sentence) => scoreSentence(sentence, { isInProse: isProse || others.length >= SENTENCES_OF_PROSE, isReport })),
  ];
}

/** Read another way, the whole is an order: a report's is not, when read as it stands it sounds no less like one. */
function isHiddenOrder(text: string, isReport: boolean): boolean {
  const folded = foldText(text).slice(0, LONGEST_HIDDEN);
  const least = isReport ? scoreOrder(folded) + 1 : ORDER_SCORE;
  return otherReadings(folded).some((reading) => scoreOrder(reading) >= Math.max(ORDER_SCORE, least));
}

/** The text without its orders and what follows them: an attacker's next sentence belongs to the attack. */
export function removeOrders(text: string, isReport = false): string {
  const sentences = splitSentences(text);
  const scores = scoreSentences(sentences, isReport);
  const hasOrder = scores.some((score) => score >= ORDER_SCORE);
  const orders = hasOrder ? sentences.filter((sentence) => scoreSentence(sentence, { isReport }) >= ORDER_SCORE).length : 0;
  if (orders >= ORDERS_OF_AN_ATTACK) return REMOVED;
  if (orders === 0) {
    const total = scores.reduce((sum, score) => sum + score, 0);
    if (total >= Math.max(TEXT_SCORE, sentences.length * SCORE_A_SENTENCE)) return REMOVED;
    if (sentences.length === 1) return text;
    return isHiddenOrder(text, isReport) || (isOneSentenceInPieces(text, sentences) && scoreSentence(text) >= ORDER_SCORE) ? REMOVED : text;
  }
  const kept: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const isOrder = (scores[index] ?? 0) >= ORDER_SCORE;
    const reported = isOrder ? withoutQuotedOrders(sentence, isReport) : sentence;
    kept.push(reported ?? REMOVED);
    if (reported === null) break;
  }
  return kept.join("");
}
