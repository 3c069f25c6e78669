import { groupBy } from "../basics/group-by";
import { compareText } from "../basics/text";

interface Contender {
  id: string;
  released: string | null;
  blended: number;
}

export interface AbilityRange {
  ability: number;
  low: number;
  high: number;
}

/**
 * Days and months in ids are no versions. Examples: `claude-opus-4-20250514`, `gpt-5.5-2026-04-23`,
 * `mistral-large-2512`.
 */
const DAY = /-?(?:\d{4}-\d{2}-\d{2}|\d{4,})/g;
const VERSION = /v?(\d+)(?:[.-](\d+))?/;

/** A model without its version: `claude-fable-5-2` and `claude-fable-5` are of one line. */
const lineOf = (id: string): string => id.toLowerCase().replace(DAY, "").replace(VERSION, "");

/** Reads versions as decimals, as makers count: Grok 4.20 came before Grok 4.7. */
function versionOf(id: string): number {
  const [, whole = "0", part = "0"] = VERSION.exec(id.toLowerCase().replace(DAY, "")) ?? [];
  return Number(`${whole}.${part}`);
}

const compareNewest = (a: Contender, b: Contender): number =>
  versionOf(b.id) - versionOf(a.id) ||
  compareText(b.released ?? "", a.released ?? "") ||
  a.id.length - b.id.length ||
  compareText(a.id, b.id);

/** Whether an unmeasured line took a measured one's place. It came later, and costs no less. */
const replaces = (unmeasured: Contender, model: Contender): boolean =>
  model.released !== null && unmeasured.released !== null && unmeasured.released > model.released && unmeasured.blended >= model.blended;

/**
 * The newest model of the ablest line. A new version has no scores at first, but stands where its line
 * stood. Lines whose intervals meet are equally able, and the dearest of them is the flagship; without
 * any ability the newest model is.
 */
export function flagshipOf<Model extends Contender>(
  models: readonly Model[],
  abilityOf: (id: string) => AbilityRange | undefined,
): Model | null {
  const lines = [...groupBy(models, ({ id }) => lineOf(id)).values()].flatMap((members) => {
    const [newest] = members.toSorted(compareNewest);
    const [ablest] = members.flatMap(({ id }) => abilityOf(id) ?? []).toSorted((a, b) => b.ability - a.ability);
    return newest ? [{ newest, ablest }] : [];
  });
  const [top] = lines.flatMap(({ ablest }) => ablest ?? []).toSorted((a, b) => b.ability - a.ability);
  if (!top) return models.toSorted((a, b) => compareText(b.released ?? "", a.released ?? "") || compareNewest(a, b))[0] ?? null;
  const able = lines.filter(({ ablest }) => ablest && ablest.high >= top.low).map(({ newest }) => newest);
  const unmeasured = lines.filter(({ ablest }) => !ablest).map(({ newest }) => newest);
  const newer = unmeasured.filter((one) => able.every((model) => replaces(one, model)));
  return [...able, ...newer].toSorted((a, b) => b.blended - a.blended || compareNewest(a, b))[0] ?? null;
}
