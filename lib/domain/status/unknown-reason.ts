import type { ServiceRecord } from "./plan-status-poll";

export const UNKNOWN_REASONS = [
  "no_machine_readable_address",
  "unreachable",
  "source_moved",
  "no_evidence",
  "not_mentioned",
  "stale",
] as const;

export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** What the page of all states says under an unknown one. */
export const REASON_WORDS: Readonly<Record<UnknownReason, string>> = {
  no_machine_readable_address: "programs cannot read its status page",
  unreachable: "its status page could not be read",
  source_moved: "its status page has moved to another address",
  no_evidence: "its status page lists neither components nor incidents",
  not_mentioned: "its status page does not mention it",
  stale: "it was not checked lately",
};

interface PollResult extends Pick<ServiceRecord, "state" | "fault" | "checkedAt"> {
  /** False for a page that only people can read. */
  hasMachineAddress: boolean;
}

/** Why the state of a service is unknown; null where it is known. Null in place of a result means that no poll was made yet. */
export function unknownReason(poll: PollResult | null, slaSeconds: number, now: Date): UnknownReason | null {
  if (poll === null || poll.checkedAt === null) return "stale";
  if (poll.state !== "unknown") return null;
  if (!poll.hasMachineAddress) return "no_machine_readable_address";
  if (now.getTime() - poll.checkedAt.getTime() > slaSeconds * 1000) return "stale";
  if (poll.fault === null) return "not_mentioned";
  return poll.fault === "source_moved" || poll.fault === "no_evidence" ? poll.fault : "unreachable";
}
