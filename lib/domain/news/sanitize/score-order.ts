import { matchesRule, type Rule } from "./match-rule";
import { ORDER_RULES } from "./order-rules";
import { readWords } from "./read-words";
import type { WordClass } from "./words";

/** At this score a sentence is an order to whoever reads it. */
export const ORDER_SCORE = 10;

/** What a plain order is worth where it follows sentences that are none. */
const PLAIN_IN_PROSE = 0.25;

/** Read of one sentence: an order is short, a wall of words is cut before it gets here. */
const LONGEST_SENTENCE = 600;

/** Rules by the class they begin with: a sentence without it need not be asked. */
const rulesByFirst = new Map<WordClass, Rule[]>();
for (const rule of ORDER_RULES) {
  for (const name of rule.steps[0]?.names ?? []) {
    const rules = rulesByFirst.get(name) ?? [];
    rulesByFirst.set(name, rules);
    rules.push(rule);
  }
}

/** How much a folded sentence sounds like an order to a machine that reads it. */
export function scoreOrder(folded: string, isInProse = false): number {
  const reading = readWords(folded.length > LONGEST_SENTENCE ? folded.slice(0, LONGEST_SENTENCE) : folded);
  if (reading.words.length < 2) return 0;
  let score = 0;
  const asked = new Set<Rule>();
  for (const name of reading.hits.keys()) {
    for (const rule of rulesByFirst.get(name) ?? []) {
      if (asked.has(rule)) continue;
      asked.add(rule);
      if (matchesRule(rule, reading)) score += rule.isPlain && isInProse ? rule.score * PLAIN_IN_PROSE : rule.score;
    }
  }
  return score;
}
