import type { KnownState, ServiceState } from "./service-state";

/** A line of the status page as plain data, which the browser gets without its markup. */
export interface StatusRow {
  name: string;
  provider: string;
  state: ServiceState;
  /** Set where the state is unknown. */
  lastKnown: { state: KnownState; at: string } | null;
  /** True where no page was read after this service's. The time is said once, above the list. */
  isOfLastReading: boolean;
  /** Why the state is unknown, and which regions have an open event: lines under the state. */
  remarks: readonly string[];
  /** When the incident that is open began; null where none is open or that could not be read. */
  since: string | null;
  pageUrl: string;
  checkedAt: string | null;
  components: readonly { name: string; state: ServiceState }[];
  /** Null where the history could not be read. */
  days: { from: string; codes: string } | null;
  uptimePct: number | null;
  daysWithData: number;
  /** What our own probes of the provider's API saw; null where it is not probed. */
  probe: { okShare: number; medianMs: number | null; isFailing: boolean; count: number } | null;
}

const WORST_FIRST: readonly ServiceState[] = ["down", "degraded", "unknown", "operational"];

/** Orders services of the same state by their last known one, which matters most when all are unknown. */
const severityOf = ({ state, lastKnown }: StatusRow): number =>
  WORST_FIRST.indexOf(state) * WORST_FIRST.length + WORST_FIRST.indexOf(lastKnown?.state ?? "unknown");

export const worstFirst = (rows: readonly StatusRow[]): StatusRow[] =>
  rows.toSorted((a, b) => severityOf(a) - severityOf(b) || a.name.localeCompare(b.name, "en"));

export interface SplitRows {
  /** What a reader must see: every known state, and what is unknown without any sign that all is well. */
  shown: readonly StatusRow[];
  /** Unknown by the own page, while our probes of the API are answered. */
  answering: readonly StatusRow[];
  /** Unknown and not probed, without a state that was ever known. */
  silent: readonly StatusRow[];
}

/** Sets apart the services of which nothing can be said now: they do not stand before the others. */
export function splitByKnowledge(rows: readonly StatusRow[]): SplitRows {
  const isUnread = ({ state, lastKnown }: StatusRow): boolean => state === "unknown" && lastKnown === null;
  const isAnswering = ({ probe }: StatusRow): boolean => probe !== null && !probe.isFailing;
  const unread = rows.filter(isUnread);
  return {
    shown: rows.filter((row) => !isUnread(row) || row.probe?.isFailing === true),
    answering: unread.filter(isAnswering),
    silent: unread.filter(({ probe }) => probe === null),
  };
}

/** The share of all calls to these services in 24 h that was answered; null without a call. */
export function answeredShare(rows: readonly StatusRow[]): { share: number; calls: number } | null {
  const probes = rows.flatMap(({ probe }) => probe ?? []);
  const calls = probes.reduce((sum, { count }) => sum + count, 0);
  return calls === 0 ? null : { share: probes.reduce((sum, { okShare, count }) => sum + okShare * count, 0) / calls, calls };
}

const listed = (components: StatusRow["components"]): string => components.map(({ name }) => name).join(", ");

/** `4 of 6 components operational`, and which are not: one line of text in place of a list of elements. */
export function componentsInWords(components: StatusRow["components"]): { summary: string; detail: string } | null {
  if (components.length === 0) return null;
  const well = components.filter(({ state }) => state === "operational");
  const others = components.filter(({ state }) => state !== "operational");
  const parts = others.map(({ name, state }) => `${name}: ${state}.`);
  return {
    summary: `${well.length} of ${components.length} components operational`,
    detail: [...parts, ...(well.length > 0 ? [`Operational: ${listed(well)}.`] : [])].join(" "),
  };
}
