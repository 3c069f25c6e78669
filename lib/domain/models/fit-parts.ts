import type { ModelParts } from "./model-parts";
import type { ModelName } from "./model-name";

/** Words that a listing may have beyond the asked name and still be the model that is meant. */
const STAGES = new Set(["preview", "latest", "labs", "open"]);
/** A family whose name is often left out: `4o`, `codex 5.2`. Those that are also a company's name need no mention here. */
const OMITTED_FAMILY = "gpt";

/** A listing that has every part of the name that is asked for. */
export interface Fit<Entry> {
  entry: Entry;
  /** Whether the listing is the very model, and not only has all parts that the name says. */
  isSame: boolean;
  /** How many parts the listing has and the name does not: the fewer, the closer. */
  extras: number;
  /** The words among them that tell another model or tier. */
  otherWords: readonly string[];
  /** All words but the stages. They tell one family from another, also where the name of the family was left out. */
  familyWords: readonly string[];
  /** Whether the listing names a size of weights and the name does not. */
  isUnsized: boolean;
  /** Whether the listing has a date that the name does not have. */
  isUndated: boolean;
  version: string;
}

/** A way to read a listing: by its id, or by its display name. */
export interface ReadListing<Entry> {
  entry: Entry;
  forms: readonly ModelParts[];
}

const hasAll = (parts: readonly string[], asked: readonly string[]): boolean => asked.every((part) => parts.includes(part));

const versionFits = (listed: string, asked: string): boolean =>
  asked === "" ||
  listed === asked ||
  // `gpt41` leaves the separator out.
  (/^[1-9]\d$/.test(asked) && listed === [...asked].join("."));

/** Versions of models are read as decimals: Grok 4.20 came before Grok 4.3. */
export function compareVersions(left: string, right: string): number {
  const [a = "", b = ""] = [left, right].map((version) => version.split(".").slice(0, 2).join("."));
  return Number(a || -1) - Number(b || -1) || left.length - right.length;
}

function fitForm(listed: ModelParts, asked: ModelParts, isCompany: (word: string) => boolean) {
  const fits =
    hasAll(listed.words, asked.words) &&
    hasAll(listed.sizes, asked.sizes) &&
    hasAll(listed.dates, asked.dates) &&
    versionFits(listed.version, asked.version);
  if (!fits) return null;
  const unasked = listed.words.filter((word) => !asked.words.includes(word));
  const words = unasked.filter((word) => word !== OMITTED_FAMILY && !isCompany(word));
  const otherWords = words.filter((word) => !STAGES.has(word));
  const isBare = listed.version !== "" && asked.version === "" && asked.sizes.length === 0;
  const isUnsized = listed.sizes.length > 0 && asked.sizes.length === 0;
  return {
    isSame: otherWords.length === 0 && !isBare && !isUnsized,
    extras: words.length + listed.sizes.length - asked.sizes.length,
    otherWords,
    familyWords: unasked.filter((word) => !STAGES.has(word)),
    isUnsized,
  };
}

export function fitListing<Entry extends ModelName>(
  { entry, forms }: ReadListing<Entry>,
  asked: ModelParts,
  isCompany: (word: string) => boolean,
): Fit<Entry> | null {
  const found = forms.flatMap((listed) => fitForm(listed, asked, isCompany) ?? []);
  const [best] = found.toSorted((a, b) => Number(b.isSame) - Number(a.isSame) || a.extras - b.extras);
  if (!best) return null;
  // A display name is written without the date that the id has.
  const dates = Math.max(...forms.map((listed) => listed.dates.length));
  const version =
    forms
      .map((listed) => listed.version)
      .toSorted(compareVersions)
      .at(-1) ?? "";
  return { ...best, entry, version, extras: best.extras + dates - asked.dates.length, isUndated: dates > asked.dates.length };
}
