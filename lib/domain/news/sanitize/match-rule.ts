import type { Hit, Reading } from "./read-words";
import type { WordClass } from "./words";

interface Step {
  names: readonly WordClass[];
  place: "start" | "opening" | null;
  gap: number;
}

export interface Rule {
  steps: readonly Step[];
  unless: readonly WordClass[];
  /** Steps may come in any order within this many words; 0 when the order is fixed. */
  span: number;
  score: number;
  isPlain: boolean;
}

function readStep(text: string, gap: number): Step {
  const place = text.startsWith("^^") ? "opening" : text.startsWith("^") ? "start" : null;
  return { names: text.replace(/^\^+/, "").split("|") as WordClass[], place, gap };
}

/**
 * `^drop 3 earlier|all 2 instruction`: classes and the most words between them; `^` an instruction can begin here, `^^` it opens the
 * sentence; `8: a b` any order within 8 words; `!trade` excludes.
 */
export function parseRule(source: string, worth: Pick<Rule, "score" | "isPlain">): Rule {
  const [head = "", body] = source.split(": ");
  const parts = (body ?? head).split(" ");
  const steps: Step[] = [];
  const unless: WordClass[] = [];
  let gap = 0;
  for (const part of parts) {
    if (/^\d+$/.test(part)) gap = Number(part);
    else if (part.startsWith("!")) unless.push(part.slice(1) as WordClass);
    else steps.push(readStep(part, gap));
  }
  return { steps, unless, span: body === undefined ? 0 : Number(head), ...worth };
}

const EVERYWHERE = [0, Number.POSITIVE_INFINITY] as const;
const isAt = (hits: readonly Hit[] | undefined, at: number): boolean => hits?.some((hit) => hit.at === at) ?? false;

function someHit(step: Step, reading: Reading, [from, to]: readonly [number, number], accepts: (hit: Hit) => boolean): boolean {
  for (const name of step.names) {
    for (const hit of reading.hits.get(name) ?? []) {
      const isThere = hit.at >= from && hit.at <= to && (step.place === null || isAt(reading.hits.get(step.place), hit.at));
      if (isThere && accepts(hit)) return true;
    }
  }
  return false;
}

function matchesFrom(rule: Rule, index: number, reading: Reading, from: number): boolean {
  const step = rule.steps[index];
  if (step === undefined) return true;
  const to = index === 0 ? Number.POSITIVE_INFINITY : from + step.gap;
  return someHit(step, reading, [from, to], (hit) => matchesFrom(rule, index + 1, reading, hit.end));
}

function matchesAnyOrder(rule: Rule, reading: Reading): boolean {
  const [first, ...others] = rule.steps;
  if (first === undefined) return false;
  return someHit(first, reading, EVERYWHERE, (hit) =>
    others.every((step) => someHit(step, reading, [hit.at - rule.span, hit.end + rule.span], () => true)),
  );
}

export function matchesRule(rule: Rule, reading: Reading): boolean {
  for (const step of rule.steps) if (!step.names.some((name) => reading.hits.has(name))) return false;
  if (rule.unless.some((name) => reading.hits.has(name))) return false;
  return rule.span === 0 ? matchesFrom(rule, 0, reading, 0) : matchesAnyOrder(rule, reading);
}
