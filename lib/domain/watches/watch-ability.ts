import { formatTokens } from "../pages/format";

/** What a model can do, as its listing says; null and an empty list are unknown. */
export interface ModelAbilities {
  contextWindow: number | null;
  maxInputTokens: number | null;
  maxOutputTokens: number | null;
  modalitiesIn: string[];
  modalitiesOut: string[];
  capabilities: string[];
  openSource: boolean | null;
}

type AbilityField = keyof ModelAbilities;

export interface AbilityChange {
  field: AbilityField;
  from: number | boolean | string[];
  to: number | boolean | string[];
}

/** A listing now, under the key by which it is followed. */
export interface AbleModel {
  key: string;
  providerId: string;
  modelId: string;
  name: string;
  abilities: ModelAbilities;
}

/** By key of the listing: what was last known of it. */
export type SeenAbilities = Record<string, ModelAbilities>;

export interface CapabilityMatch {
  type: "capability";
  model: string;
  model_id: string;
  provider: string;
  changes: AbilityChange[];
}

export const ABILITY_FIELDS = [
  "contextWindow",
  "maxInputTokens",
  "maxOutputTokens",
  "modalitiesIn",
  "modalitiesOut",
  "capabilities",
  "openSource",
] as const satisfies readonly AbilityField[];

const isUnknown = (value: ModelAbilities[AbilityField] | undefined): value is null | undefined =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const sorted = (value: AbilityChange["to"]): AbilityChange["to"] => (Array.isArray(value) ? value.toSorted() : value);

const isSame = (left: AbilityChange["to"], right: AbilityChange["to"]): boolean =>
  JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));

/** What is known now. What is unknown now stays as it was last known. */
const knownOf = (before: ModelAbilities | undefined, now: ModelAbilities): ModelAbilities =>
  before === undefined
    ? now
    : (Object.fromEntries(
        ABILITY_FIELDS.map((field) => [field, isUnknown(now[field]) ? before[field] : now[field]]),
      ) as unknown as ModelAbilities);

/** What differs from what was known before. What comes to be known is no change of the model. */
function changesOf(before: ModelAbilities | undefined, now: ModelAbilities): AbilityChange[] {
  return ABILITY_FIELDS.flatMap((field) => {
    const [from, to] = [before?.[field], now[field]];
    return isUnknown(from) || isUnknown(to) || isSame(from, to) ? [] : [{ field, from: sorted(from), to: sorted(to) }];
  });
}

/** Compares with what this watch has last seen of each model; at most one fire for each. */
export function evaluateAbilities(seen: SeenAbilities, models: readonly AbleModel[]): { seen: SeenAbilities; matches: CapabilityMatch[] } {
  const known = models.map(({ key, abilities }) => [key, knownOf(seen[key], abilities)] as const);
  const matches = models.flatMap(({ key, providerId, modelId, name, abilities }): CapabilityMatch[] => {
    const changes = changesOf(seen[key], abilities);
    return changes.length === 0
      ? []
      : [{ type: "capability", model: name, model_id: `${providerId}/${modelId}`, provider: providerId, changes }];
  });
  return { seen: { ...seen, ...Object.fromEntries(known) }, matches };
}

const LABELS: Readonly<Record<AbilityField, string>> = {
  contextWindow: "context window",
  maxInputTokens: "most input",
  maxOutputTokens: "most output",
  modalitiesIn: "takes",
  modalitiesOut: "gives",
  capabilities: "capabilities",
  openSource: "weights",
};

function listWords(from: readonly string[], to: readonly string[]): string {
  const parts = [
    ["now also", to.filter((one) => !from.includes(one))],
    ["no longer", from.filter((one) => !to.includes(one))],
  ] as const;
  return parts.flatMap(([words, ones]) => (ones.length === 0 ? [] : [`${words} ${ones.join(", ")}`])).join(", ");
}

/** `context window from 200K to 1M tokens`, `takes: now also video`, `weights: can be downloaded` */
export function abilityWords({ field, from, to }: AbilityChange): string {
  const label = LABELS[field];
  if (Array.isArray(from) && Array.isArray(to)) return `${label}: ${listWords(from, to)}`;
  if (typeof to === "boolean") return `${label}: ${to ? "can be downloaded" : "can no longer be downloaded"}`;
  return `${label} from ${formatTokens(Number(from))} to ${formatTokens(Number(to))} tokens`;
}
