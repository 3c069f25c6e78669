import { formatMoment, formatTime } from "../pages/format";
import { utcDay } from "../basics/date-range";
import { isKnown } from "./service-state";
import type { Asked, CheckedItem } from "./checked-item";

/** Services that a sentence describes one by one. */
const MOST_DESCRIBED = 3;

function listed(parts: readonly string[], divider: string): string {
  const rest = parts.length - MOST_DESCRIBED;
  return [...parts.slice(0, MOST_DESCRIBED), ...(rest > 0 ? [`${rest} more`] : [])].join(divider);
}

const callsWords = (verb: "failed" | "were answered", some: number, count: number): string =>
  `${some === count ? `all ${count}` : `${some} of ${count}`} calls of the last hour ${verb}`;

const failedWords = ({ lastHour: { count, failed } }: NonNullable<CheckedItem["probe"]>): string => callsWords("failed", failed, count);

const answeredWords = ({ lastHour: { count, failed } }: NonNullable<CheckedItem["probe"]>): string =>
  callsWords("were answered", count - failed, count);

function probeWords({ page, probe }: CheckedItem): string {
  if (probe === null) return "no current probe of ours";
  if (probe.says === "unclear") return "our probe cannot tell";
  if (!isKnown(page)) return probe.says === "failing" ? failedWords(probe) : `our probe gets through: ${answeredWords(probe)}`;
  const agrees = (page === "operational") === (probe.says === "answering");
  const calls = probe.says === "failing" ? failedWords(probe) : answeredWords(probe);
  return `our probe ${agrees ? "agrees" : "disagrees"}: ${calls}`;
}

/** A title that was made of the state, because the page gave no other, says nothing more. */
const ownTitle = ({ title, name }: CheckedItem): string | null => (title?.startsWith(`${name} is `) ? null : title);

function pageWords(item: CheckedItem): string {
  if (item.page === "unknown") return item.reason ?? "its status page does not say";
  if (item.page === "operational") return "its page says operational";
  const title = ownTitle(item);
  return title === null ? `its page says ${item.page}` : `its page: ${title}`;
}

function sinceWords({ since }: CheckedItem, now: Date): string {
  if (since === null) return "";
  const isToday = utcDay(new Date(since.at)) === utcDay(now);
  return ` since ${since.isEarlier ? "before " : ""}${isToday ? formatTime(since.at) : formatMoment(since.at)}`;
}

/** The page's own state is a statement; trouble that only our probe sees is said to be that. */
function stateWords(item: CheckedItem, now: Date): string {
  const isByPage = isKnown(item.page) && item.page !== "operational";
  return isByPage ? `is ${item.page}${sinceWords(item, now)}` : "fails by our probe";
}

const described = (item: CheckedItem, now: Date): string =>
  `${item.name} ${stateWords(item, now)} (${pageWords(item)}; ${probeWords(item)})`;

export function troubleWords(troubled: readonly CheckedItem[], total: number, now: Date): string {
  const parts = listed(
    troubled.map((item) => described(item, now)),
    ", ",
  );
  return total === 1
    ? parts
    : `${troubled.length} of the ${total} services that you named ${troubled.length === 1 ? "is" : "are"} in trouble: ${parts}`;
}

/** The words that say whether pages alone, or probes too, call the services well. */
function evidenceWords(items: readonly CheckedItem[]): string {
  const pages = items.length === 1 ? "its page" : "their pages";
  const probed = items.filter(({ probe }) => probe?.says === "answering").length;
  if (probed === items.length) return `by ${pages} and our probe`;
  return probed === 0 ? `by ${pages}, which no probe of ours confirms` : `by ${pages}, and ${probed} of them by our probe too`;
}

export function operationalWords(items: readonly CheckedItem[]): string {
  const [first] = items;
  if (first && items.length === 1) return `${first.name} is operational ${evidenceWords(items)}`;
  return `${items.length === 2 ? "Both" : `All ${items.length}`} services that you named are operational ${evidenceWords(items)}`;
}

/** Neither a page that was not read nor a probe that gets through shows that a service works. */
export function unknownWords(unknown: readonly CheckedItem[], items: readonly CheckedItem[]): string {
  const [first] = unknown;
  if (first && items.length === 1) return `The state of ${first.name} is unknown (${pageWords(first)}; ${probeWords(first)})`;
  const why = listed(
    unknown.map((item) => `${item.name}: ${pageWords(item)}`),
    "; ",
  );
  if (unknown.length === items.length) return `The state of all ${items.length} services that you named is unknown (${why})`;
  return `The state of ${unknown.length} of the ${items.length} services that you named is unknown (${why}), that of the others operational`;
}

/** Explanations of a failed call while no service is known to be in trouble. */
export function caveatsOf(items: readonly CheckedItem[], { unmatched, ended }: Asked): string[] {
  const regions = items.flatMap((item) => item.regions.map(({ name, state }) => `${name} is ${state}`));
  const maintained = items.filter(({ maintenance }) => maintenance).map(({ name }) => name);
  return [
    ...(maintained.length > 0 ? [`a planned maintenance of ${listed(maintained, ", ")} goes on`] : []),
    ...(regions.length > 0 ? [listed(regions, ", ")] : []),
    ...(ended.length > 0 ? [`${listed(ended, ", ")} ${ended.length === 1 ? "is" : "are"} no longer sold there`] : []),
    ...(unmatched > 0 ? [`${unmatched} of the names ${unmatched === 1 ? "means" : "mean"} no one model`] : []),
  ];
}
