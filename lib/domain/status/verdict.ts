import type { ProbeReading } from "../probes/probe-reading";
import type { Asked, CheckedItem } from "./checked-item";
import { isKnown, worstState, type ServiceState } from "./service-state";
import { caveatsOf, operationalWords, troubleWords, unknownWords } from "./verdict-words";

export interface Judged {
  status: ServiceState;
  /** Null where the page or the probe says nothing. */
  disagree: boolean | null;
}

/** A failing probe makes trouble of a page that reports none. An answering one proves only that the API can be reached. */
export function judge(page: ServiceState, probe: ProbeReading["says"] | null): Judged {
  const isHidden = probe === "failing" && (page === "operational" || page === "unknown");
  const isCompared = isKnown(page) && probe !== null && probe !== "unclear";
  return {
    status: isHidden ? "degraded" : page,
    disagree: isCompared ? (page === "operational") !== (probe === "answering") : null,
  };
}

export interface Verdict {
  status: ServiceState;
  likely: "them" | "you" | "unclear";
  sentence: string;
  /** Names of the items that are degraded or down. */
  troubled: string[];
}

const isTroubled = ({ status }: CheckedItem): boolean => status === "degraded" || status === "down";

/** Sure where a page admits it and no probe of ours contradicts. */
const isSure = ({ page, probe }: CheckedItem): boolean => isKnown(page) && page !== "operational" && probe?.says !== "answering";

function ofTrouble(items: readonly CheckedItem[], asked: Asked, now: Date): Omit<Verdict, "status" | "troubled"> {
  const troubled = items.filter(isTroubled);
  const unknown = items.filter(({ status }) => status === "unknown").length + asked.unmatched;
  const rest = unknown === 0 ? "" : `, and the state of ${unknown} more is unknown`;
  const ending = troubled.some(isSure) ? "it is them" : "it is probably them";
  return { likely: "them", sentence: `${troubleWords(troubled, items.length, now)}${rest}: ${ending}.` };
}

/** The worst of the asked states, and whether their providers are at fault. */
export function verdictOf(items: readonly CheckedItem[], asked: Asked, now: Date): Verdict {
  const states = [...items.map(({ status }) => status), ...Array.from({ length: asked.unmatched }, () => "unknown" as const)];
  const found = { status: worstState(states), troubled: items.filter(isTroubled).map(({ name }) => name) };
  if (found.troubled.length > 0) return { ...found, ...ofTrouble(items, asked, now) };
  if (items.length === 0) return { ...found, likely: "unclear", sentence: "No name means one model here: nothing was checked." };
  const unknown = items.filter(({ status }) => status === "unknown");
  const known = unknown.length > 0 ? unknownWords(unknown, items) : operationalWords(items);
  const caveats = caveatsOf(items, asked);
  const main = caveats.length === 0 ? known : `${known}, but ${caveats.join(" and ")}`;
  const isExplained = asked.ended.length > 0 || items.some(({ maintenance, regions }) => maintenance || regions.length > 0);
  if (isExplained) return { ...found, likely: "unclear", sentence: `${main}: that may be why.` };
  if (found.status === "unknown") return { ...found, likely: "unclear", sentence: `${main}: it could be you or them.` };
  return { ...found, likely: "you", sentence: `${main}: it is probably you or your network.` };
}
