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

function scoreSentence(sentence: string, isInProse = false): number {
  if (sentence.trim() === REMOVED) return 0;
  const folded = foldText(sentence);
  if (folded.length < 4) return 0;
  if (isPayload(folded)) return ORDER_SCORE;
  const score = scoreOrder(folded, isInProse);
  if (score >= ORDER_SCORE) return score;
  const others = otherReadings(folded);
  if (others.some((reading) => isPayload(reading) || hasTemplateToken(reading))) return ORDER_SCORE;
  return Math.max(score, ...others.map((reading) => scoreOrder(reading, isInProse)));
}

const isOneSentenceInPieces = (text: string, sentences: readonly string[]): boolean => sentences.length > 2 && text.length < sentences.length * 20;

const QUOTED = /["“„«]([^"“”„«»]{6,200})["”»]|(?<=^|[\s(])['‘]([^'‘’]{6,200})['’](?=$|[\s).,;:!?])/g;

/** A report about an attack quotes it: then only the quotation goes, unless its frame is an order too. */
function withoutQuotedOrders(sentence: string): string | null {
  const reported = sentence.replace(QUOTED, (quotation, double?: string, single?: string) => (scoreSentence(double ?? single ?? "") >= ORDER_SCORE ? REMOVED : quotation));
  return reported !== sentence && scoreSentence(reported) < ORDER_SCORE ? reported : null;
}

/** What begins as a report goes on as one: there a plain "try it" is only half a sign. */
function scoreSentences(sentences: readonly string[]): number[] {
  const [first = "", ...others] = sentences;
  const opening = scoreSentence(first);
  const isProse = others.length > 0 && opening < REPORT_SCORE;
  return [opening, ...others.map((sentence) => scoreSentence(sentence, isProse || others.length >= SENTENCES_OF_PROSE))];
}

/** The text without its orders and what follows them: an attacker's next sentence belongs to the attack. */
export function removeOrders(text: string): string {
  const sentences = splitSentences(text);
  const scores = scoreSentences(sentences);
  const hasOrder = scores.some((score) => score >= ORDER_SCORE);
  const orders = hasOrder ? sentences.filter((sentence) => scoreSentence(sentence) >= ORDER_SCORE).length : 0;
  if (orders >= ORDERS_OF_AN_ATTACK) return REMOVED;
  if (orders === 0) {
    const total = scores.reduce((sum, score) => sum + score, 0);
    if (total >= Math.max(TEXT_SCORE, sentences.length * SCORE_A_SENTENCE)) return REMOVED;
    if (sentences.length === 1) return text;
    const isHidden = otherReadings(foldText(text).slice(0, LONGEST_HIDDEN)).some((reading) => scoreOrder(reading) >= ORDER_SCORE);
    return isHidden || (isOneSentenceInPieces(text, sentences) && scoreSentence(text) >= ORDER_SCORE) ? REMOVED : text;
  }
  const kept: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const isOrder = (scores[index] ?? 0) >= ORDER_SCORE;
    const reported = isOrder ? withoutQuotedOrders(sentence) : sentence;
    kept.push(reported ?? REMOVED);
    if (reported === null) break;
  }
  return kept.join("");
}
