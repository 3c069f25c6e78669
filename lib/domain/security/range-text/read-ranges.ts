import { compareVersions } from "../version-order";
import { EVERY_VERSION, oneVersion, type VersionBounds } from "../version-range";
import type { RangeToken } from "./range-tokens";

const BRANCH = /^(v?\d+(?:\.\d+)*)\.(?:x|\*)(?:\.(?:x|\*))*$/i;

/** `1.2.x` as the first version of the branch and the first one after it; null for a plain version. */
function branchOf(version: string): { first: string; next: string } | null {
  const stem = BRANCH.exec(version)?.[1]?.replace(/^v/i, "");
  if (stem === undefined) return null;
  const parts = stem.split(".");
  const last = BigInt(parts.at(-1) ?? "0");
  return { first: `${stem}.0`, next: [...parts.slice(0, -1), String(last + 1n), "0"].join(".") };
}

/** The version that begins a range: that of a branch is its first. */
export const firstVersion = (version: string): string => branchOf(version)?.first ?? version.replace(/\*$/, "");

function boundsOf(version: string): VersionBounds {
  const branch = branchOf(version);
  return branch ? { ...EVERY_VERSION, from: branch.first, before: branch.next } : (twoVersions(version) ?? oneVersion(version));
}

type EndKind = "from" | "after" | "before" | "upTo";

function endAt(kind: EndKind, version: string): Partial<VersionBounds> {
  const branch = branchOf(version);
  if (branch === null) return { [kind]: version };
  if (kind === "from" || kind === "before") return { [kind]: branch.first };
  return kind === "after" ? { from: branch.next } : { before: branch.next };
}

const PART = String.raw`v?\d+(?:\.(?:\d+|x|\*))+`;
const TWO_VERSIONS = new RegExp(`^(${PART}|\\d{4})-(${PART}|\\d{4})$`, "i");

/** `4.0.0-4.2.7`: two versions of the same form, the first before the second. `1.2.3-1.1` is a version with its revision. */
export function twoVersions(text: string): VersionBounds | null {
  const [, first, last] = TWO_VERSIONS.exec(text) ?? [];
  if (first === undefined || last === undefined || first.split(".").length !== last.split(".").length) return null;
  const from = firstVersion(first);
  return compareVersions(from, firstVersion(last), "other") < 0 ? { ...EVERY_VERSION, from, ...endAt("upTo", last) } : null;
}

/** A range as far as it has been read. */
interface Draft {
  bounds: VersionBounds;
  /** A version of its own, which may yet begin a range: `1.0 before 1.5`. */
  single: string | null;
  isLoose: boolean;
  /** A comma or `and` after it: what follows may still belong to it. */
  isInterrupted: boolean;
}

const NOTHING: Draft = { bounds: EVERY_VERSION, single: null, isLoose: false, isInterrupted: false };
const hasStart = ({ bounds }: Draft): boolean => bounds.from !== null || bounds.after !== null;
const hasEnd = ({ bounds }: Draft): boolean => bounds.before !== null || bounds.upTo !== null;
const isEmpty = (draft: Draft): boolean => draft.single === null && !hasStart(draft) && !hasEnd(draft);

/** Reads tokens from left to right. Each method answers false for what cannot be read. */
class RangeReader {
  private draft = NOTHING;
  private readonly drafts: Draft[] = [];

  private close(): void {
    if (!isEmpty(this.draft)) this.drafts.push(this.draft);
    this.draft = NOTHING;
  }

  single(version: string): boolean {
    if (!isEmpty(this.draft) && !this.draft.isInterrupted) return false;
    if (version.includes("*") && branchOf(version) === null && twoVersions(version) === null) return false;
    this.close();
    this.draft = { ...NOTHING, single: version };
    return true;
  }

  start(kind: "from" | "after", version: string, isLoose: boolean): boolean {
    if (this.draft.single !== null && !this.draft.isInterrupted) return false;
    const start = endAt(kind, version);
    const end = this.draft.bounds.before ?? this.draft.bounds.upTo;
    // `< 2.0, >= 1.0` is one range, `< 1.0, >= 2.0` are two.
    const belongs = !hasStart(this.draft) && end !== null && compareVersions(start.from ?? start.after ?? "", end, "other") < 0;
    if (!belongs) this.close();
    this.draft = { ...this.draft, bounds: { ...this.draft.bounds, ...start }, isLoose, isInterrupted: false };
    return true;
  }

  end(kind: "before" | "upTo", version: string, isLoose: boolean): boolean {
    const { single, isInterrupted } = this.draft;
    if (single !== null && isInterrupted) this.close();
    if (hasEnd(this.draft)) this.close();
    const begun = this.draft.single === null ? this.draft.bounds : { ...EVERY_VERSION, from: firstVersion(this.draft.single) };
    this.draft = { bounds: { ...begun, ...endAt(kind, version) }, single: null, isLoose, isInterrupted: false };
    return true;
  }

  /** `1.0 <= version < 1.5`: the sign stands after the version that it is about. */
  startBySign(kind: "from" | "after"): boolean {
    const { single } = this.draft;
    if (single === null) return false;
    this.draft = { ...NOTHING, bounds: { ...EVERY_VERSION, ...endAt(kind, single) } };
    return true;
  }

  /** `1.5 and earlier`, `1.5 and later`. */
  turn(kind: "upTo" | "from"): boolean {
    const { single } = this.draft;
    if (single === null) return kind === "upTo" ? hasEnd(this.draft) : hasStart(this.draft) && !hasEnd(this.draft);
    this.draft = { ...NOTHING, bounds: { ...EVERY_VERSION, ...endAt(kind, single) }, isLoose: true };
    return true;
  }

  interrupt(isNewRange: boolean): boolean {
    if (isNewRange) this.close();
    else this.draft = { ...this.draft, isInterrupted: true };
    return true;
  }

  /** Null where a version may be one of its own or another end: `before 3.2 and 4.0`. A branch, or a version that is in a range anyway, is neither. */
  read(): VersionBounds[] | null {
    this.close();
    const isCovered = (version: string) =>
      branchOf(version) !== null ||
      this.drafts.some(({ bounds: { from, after, before, upTo } }) => {
        const end = before ?? upTo;
        return from === null && after === null && end !== null && compareVersions(version, end, "other") < 0;
      });
    const isAmbiguous =
      this.drafts.some(({ isLoose }) => isLoose) && this.drafts.some(({ single }) => single !== null && !isCovered(single));
    return isAmbiguous ? null : this.drafts.map(({ single, bounds }) => (single === null ? bounds : boundsOf(single)));
  }
}

function step(reader: RangeReader, token: RangeToken, next: RangeToken | undefined): boolean {
  switch (token.kind) {
    case "version":
      return reader.single(token.text);
    case "from":
    case "after":
      return next?.kind === "version" && reader.start(token.kind, next.text, token.isLoose);
    case "before":
    case "upTo":
      if (next?.kind === "before" || next?.kind === "upTo") return reader.startBySign(token.kind === "upTo" ? "from" : "after");
      return next?.kind === "version" && reader.end(token.kind, next.text, token.isLoose);
    case "equal":
      return next?.kind === "version" && reader.single(next.text);
    case "orEarlier":
      return reader.turn("upTo");
    case "orLater":
      return reader.turn("from");
    case "all":
      return false;
    default:
      return reader.interrupt(token.kind === "or");
  }
}

const TAKES_A_VERSION: ReadonlySet<RangeToken["kind"]> = new Set(["from", "after", "before", "upTo", "equal"]);

/** Null for tokens that say nothing unambiguous. `All` alone is every version, and before a range it adds nothing. */
export function readRanges(tokens: readonly RangeToken[]): VersionBounds[] | null {
  const [first, ...others] = tokens;
  if (first === undefined) return null;
  const rest = first.kind === "all" ? others : tokens;
  if (rest.length === 0) return [EVERY_VERSION];
  const reader = new RangeReader();
  for (let at = 0; at < rest.length; at += 1) {
    const [token, next] = [rest[at], rest[at + 1]];
    if (token === undefined || !step(reader, token, next)) return null;
    if (TAKES_A_VERSION.has(token.kind) && next?.kind === "version") at += 1;
  }
  const ranges = reader.read();
  return ranges === null || ranges.length === 0 ? null : ranges;
}
