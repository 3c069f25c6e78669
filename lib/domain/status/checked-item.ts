import type { ProbeReading } from "../probes/probe-reading";
import type { ServiceState } from "./service-state";

export interface CheckedItem {
  name: string;
  /** What its page and our probe say together. */
  status: ServiceState;
  /** What its page says now; unknown where it has none, or was not read lately. */
  page: ServiceState;
  /** In words, why the page's state is unknown; null where it is known. */
  reason: string | null;
  /** When its open incident began; `isEarlier` where that was before its page was first read. */
  since: { at: string; isEarlier: boolean } | null;
  /** What its page calls the incident. */
  title: string | null;
  probe: Pick<ProbeReading, "says" | "lastHour"> | null;
  /** A planned maintenance goes on, which is no trouble, and may yet be why a call failed. */
  maintenance: boolean;
  /** Regions with an open event, each with its state. */
  regions: readonly { name: string; state: ServiceState }[];
}

/** What was asked for besides the items. */
export interface Asked {
  /** Names that mean no one model. */
  unmatched: number;
  /** Models that are no longer sold where they were asked for. */
  ended: readonly string[];
}
