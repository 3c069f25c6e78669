import { remember } from "../basics/remember";

/** How versions of a product follow each other, in the schemes that vulnerability records use. */

/** `semver`: a hyphen begins a pre-release. Elsewhere it begins a revision, unless a word for a pre-release follows. */
export type VersionScheme = "semver" | "other";

const SEMVER = /^(?:semver|npm|go|cargo|crates\.io|nuget|hex|pub|swifturl|bitnami|github actions)\b/i;

/** By the `versionType` of a CVE record, or the range type or ecosystem of an OSV advisory. */
export const schemeOf = (name: string | null): VersionScheme => (name !== null && SEMVER.test(name) ? "semver" : "other");

const PRE_RELEASE = /^(?:alpha|beta|rc|cr|pre|preview|dev|snapshot|milestone|next|canary|nightly|ea)$/;
const SAME_AS_RELEASE = /^(?:final|ga|release)$/;
/** Letters before a number that mark a pre-release, as in `2.0b1` and `6.0-M2`. */
const SHORT_PRE_RELEASE: readonly [RegExp, string][] = [
  [/(?<=\d[-.]?)a(?=\d)/g, "-alpha"],
  [/(?<=\d[-.]?)b(?=\d)/g, "-beta"],
  [/(?<=\d[-.]?)c(?=\d)/g, "-rc"],
  [/(?<=[-.])m(?=\d)/g, "milestone"],
];
const TOKEN = /\d+|[a-z]+|[~*]/g;
const MOST_TOKENS = 60;

/** Weights of what may stand at a place. A tilde is before the end of the version, and a star is after everything. */
const [TILDE, PRE, END, WORD, NUMBER, STAR] = [0, 1, 2, 3, 4, 5] as const;

type Place = readonly [weight: number, value: number | string];

function placeOf(token: string): Place {
  if (token === "~") return [TILDE, 0];
  if (token === "*") return [STAR, 0];
  if (/^\d/.test(token)) return [NUMBER, Number(token)];
  return [PRE_RELEASE.test(token) ? PRE : WORD, token];
}

interface ReadVersion {
  epoch: number;
  places: Place[];
  /** Parts of a semantic version's pre-release; null for a release. */
  preRelease: string[] | null;
}

function readVersion(version: string, scheme: VersionScheme): ReadVersion {
  const text = version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, "");
  const [, epoch = "0", numbered = text] = /^(\d+)[:!](.*)$/.exec(text) ?? [];
  const [core = "", ...rest] = scheme === "semver" ? (numbered.split("+")[0] ?? "").split("-") : [numbered];
  const spelled = SHORT_PRE_RELEASE.reduce((kept, [short, word]) => kept.replace(short, word), core);
  const tokens = (spelled.match(TOKEN) ?? []).filter((token) => !SAME_AS_RELEASE.test(token)).slice(0, MOST_TOKENS);
  return { epoch: Number(epoch), places: tokens.map(placeOf), preRelease: rest.length > 0 ? rest.join("-").split(".") : null };
}

/** A list is sorted by comparing each version many times. */
const MOST_REMEMBERED = 4000;
const READ: Readonly<Record<VersionScheme, (version: string) => ReadVersion>> = {
  semver: remember((version: string) => readVersion(version, "semver"), MOST_REMEMBERED),
  other: remember((version: string) => readVersion(version, "other"), MOST_REMEMBERED),
};

const compareValues = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** Missing numbers are zero: 14 and 14.0 are the same version. */
function comparePlaces(left: readonly Place[], right: readonly Place[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [a, b] = [left[index], right[index]];
    const isZero = (place: Place | undefined) => place?.[0] === NUMBER && place[1] === 0;
    if ((a === undefined && isZero(b)) || (b === undefined && isZero(a))) continue;
    const [weight, value] = a ?? [END, 0];
    const [otherWeight, otherValue] = b ?? [END, 0];
    const order = compareValues(weight, otherWeight) || (typeof value === typeof otherValue ? compareValues(value, otherValue) : 0);
    if (order !== 0) return order;
  }
  return 0;
}

/** By the rules of semantic versions: numbers before words, and a longer one after its own beginning. */
function comparePreReleases(left: readonly string[] | null, right: readonly string[] | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [a = "", b = ""] = [left[index], right[index]];
    const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
    const order =
      isNumber && isOtherNumber ? compareValues(Number(a), Number(b)) : Number(isOtherNumber) - Number(isNumber) || compareValues(a, b);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Below zero when the first version is before the second. `0` alone is before every version. */
export function compareVersions(left: string, right: string, scheme: VersionScheme): number {
  if (left === "0" || right === "0") return Number(left !== "0") - Number(right !== "0");
  const [a, b] = [READ[scheme](left), READ[scheme](right)];
  return compareValues(a.epoch, b.epoch) || comparePlaces(a.places, b.places) || comparePreReleases(a.preRelease, b.preRelease);
}
