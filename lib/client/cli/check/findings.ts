import { formatDaysLeft, formatPrice } from "@/lib/domain/pages/format";
import type { FormatName } from "./formats";
import type { Mention } from "./mention";

/** A mention with the file that holds it. */
export interface PlacedMention extends Mention {
  file: string;
  format: FormatName;
}

/** What the service knows of a model's end at a host. */
export interface ModelEnd {
  host: string;
  host_name: string;
  model: string;
  state: string;
  retires_on: string | null;
  days_left: number | null;
  replacement: string | null;
  options: readonly string[];
  rerouted_to: { model: string } | null;
  source_url: string | null;
}

export interface PriceChange {
  /** `host/model`. */
  listing: string;
  changed_on: string;
  from: { input: number | null; output: number | null };
  to: { input: number | null; output: number | null };
}

/** What became of a name. */
export interface Answered {
  ends: readonly ModelEnd[];
  price: PriceChange | null;
  /** `host/model` of the listings that the name means; empty for one that nobody knows. */
  found: readonly string[];
}

const FINDING_KINDS = ["retired", "retires", "ends_later", "price_changed"] as const;
type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  kind: FindingKind;
  /** Whether it makes the check fail. */
  fails: boolean;
  file: string;
  line: number;
  column: number;
  name: string;
  format: FormatName;
  host: string;
  model: string;
  retires_on: string | null;
  days_left: number | null;
  replacement: string[];
  message: string;
  source_url: string | null;
}

const daysOf = ({ days_left: days }: ModelEnd): number => days ?? Number.POSITIVE_INFINITY;

function kindOf(end: ModelEnd, within: number): FindingKind | null {
  if (end.state === "retired") return "retired";
  if (daysOf(end) <= within) return "retires";
  return end.retires_on !== null || end.state !== "active" ? "ends_later" : null;
}

/** A name that several hosts have ends with the last of them. Which host is called, the file does not say. */
function lastEnd(ends: readonly ModelEnd[]): ModelEnd | null {
  const [first, ...others] = ends;
  return first === undefined ? null : others.reduce((last, end) => (rankOf(end) > rankOf(last) ? end : last), first);
}

const rankOf = (end: ModelEnd): number => (end.state === "retired" ? -1e9 + (end.days_left ?? 0) : daysOf(end));

const successorsOf = ({ replacement, options, rerouted_to: rerouted }: ModelEnd): string[] =>
  replacement === null ? (options.length > 0 ? [...options] : rerouted ? [rerouted.model] : []) : [replacement];

const inDays = (days: number | null): string => (days === null || days < 0 ? "" : `, ${formatDaysLeft(days)}`);

function endMessage(kind: FindingKind, name: string, end: ModelEnd): string {
  const successors = successorsOf(end);
  const instead = successors.length > 0 ? ` Named instead: ${successors.slice(0, 3).join(", ")}.` : "";
  const which = end.model.toLowerCase() === name.toLowerCase() ? name : `${name} (${end.host}/${end.model})`;
  if (kind === "retired") return `${which} is retired at ${end.host_name}${end.retires_on ? ` since ${end.retires_on}` : ""}.${instead}`;
  const when = end.retires_on === null ? `is ${end.state}; no day is announced` : `retires on ${end.retires_on}${inDays(end.days_left)}`;
  return `${which} ${when} at ${end.host_name}.${instead}`;
}

const usd = (price: number | null): string => (price === null ? "unknown" : formatPrice(price));
const priceMessage = (name: string, { from, to, changed_on: day, listing }: PriceChange): string =>
  `${name} costs ${usd(to.input)} in, ${usd(to.output)} out per 1M tokens (${listing}) since ${day}; before ${usd(from.input)} in, ${usd(from.output)} out.`;

function findingsOf(mention: PlacedMention, { ends, price }: Answered, within: number): Finding[] {
  const { file, line, column, name, format } = mention;
  const place = { file, line, column, name, format };
  const end = lastEnd(ends);
  const kind = end && kindOf(end, within);
  const found: Finding[] = [];
  if (end && kind) {
    found.push({
      ...place,
      kind,
      fails: kind === "retired" || kind === "retires",
      host: end.host,
      model: end.model,
      retires_on: end.retires_on,
      days_left: end.days_left,
      replacement: successorsOf(end),
      message: endMessage(kind, name, end),
      source_url: end.source_url,
    });
  }
  if (price) {
    const slash = price.listing.indexOf("/");
    const [host, model] = [price.listing.slice(0, slash), price.listing.slice(slash + 1)];
    const none = { retires_on: null, days_left: null, replacement: [], source_url: null };
    found.push({ ...place, kind: "price_changed", fails: false, host, model, ...none, message: priceMessage(name, price) });
  }
  return found;
}

const urgencyOf = ({ kind, days_left: days }: Finding): number => FINDING_KINDS.indexOf(kind) * 1e6 + (days ?? 1e5);

/** Findings, the most urgent first, then by file and line. */
export function listFindings(mentions: readonly PlacedMention[], answers: ReadonlyMap<string, Answered>, within: number): Finding[] {
  const findings = mentions.flatMap((mention) => {
    const answer = answers.get(mention.asked.toLowerCase());
    return answer ? findingsOf(mention, answer, within) : [];
  });
  return findings.sort(
    (a, b) => urgencyOf(a) - urgencyOf(b) || a.file.localeCompare(b.file, "en") || a.line - b.line || a.column - b.column,
  );
}

const escapeData = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const LEVELS: Readonly<Record<FindingKind, string>> = {
  retired: "error",
  retires: "warning",
  ends_later: "notice",
  price_changed: "notice",
};
const TITLES: Readonly<Record<FindingKind, string>> = {
  retired: "Retired model",
  retires: "Model retires soon",
  ends_later: "Model is to be retired",
  price_changed: "Price of a model changed",
};

/** A workflow command that GitHub shows at the line of a pull request. */
export const toAnnotation = ({ kind, file, line, column, message }: Finding): string =>
  `::${LEVELS[kind]} file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(TITLES[kind])}::${escapeData(message)}`;
