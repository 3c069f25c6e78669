import { matchesRule, type Rule } from "./match-rule";
import { INSTRUCTION_RULES } from "./instruction-rules";
import { readWords } from "./read-words";
import type { WordClass } from "./words";

export const INSTRUCTION_SCORE = 10;

/** Weight of a plain imperative that follows ordinary sentences. */
const PLAIN_IN_PROSE = 0.25;

/** Characters scored per sentence: instructions are short. */
const LONGEST_SENTENCE = 600;

const rulesByFirst = new Map<WordClass, Rule[]>();
for (const rule of INSTRUCTION_RULES) {
  for (const name of rule.steps[0]?.names ?? []) {
    const rules = rulesByFirst.get(name) ?? [];
    rulesByFirst.set(name, rules);
    rules.push(rule);
  }
}

export function scoreInstruction(folded: string, isInProse = false): number {
  const reading = readWords(folded.length > LONGEST_SENTENCE ? folded.slice(0, LONGEST_SENTENCE) : folded);
  if (reading.words.length < 2) return 0;
  let score = 0;
  const tried = new Set<Rule>();
  for (const name of reading.hits.keys()) {
    for (const rule of rulesByFirst.get(name) ?? []) {
      if (tried.has(rule)) continue;
      tried.add(rule);
      if (matchesRule(rule, reading)) score += rule.isPlain && isInProse ? rule.score * PLAIN_IN_PROSE : rule.score;
    }
  }
  return score;
}
