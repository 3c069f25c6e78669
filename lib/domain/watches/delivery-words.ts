import { QUEUED_HOURS } from "./watch-limits";
import type { DeliveryKind, DeliveryState, WatchState } from "./watch-state";

export type Tone = "ok" | "warn" | "bad" | "unk";

interface Words {
  /** Two or three words. */
  label: string;
  /** What it means for the receiver; null where the label says it all. */
  detail: string | null;
  tone: Tone;
}

export const STATE_LABELS: Readonly<Record<WatchState, { label: string; tone: Tone }>> = {
  active: { label: "Active", tone: "ok" },
  cap_reached: { label: "Fire cap reached", tone: "warn" },
  receiver_gone: { label: "Receiver gone", tone: "bad" },
  expired: { label: "Expired", tone: "unk" },
  deleted: { label: "Deleted", tone: "unk" },
};

export const KIND_LABELS: Readonly<Record<DeliveryKind, string>> = { fire: "Fire", ping: "Test", redelivery: "Redelivery" };

const FAULTS: Readonly<Record<string, [label: string, detail: string]>> = {
  timeout: ["No answer", "The receiver did not answer within 10 seconds."],
  tls_error: ["No TLS", "The receiver's certificate was not accepted, or no TLS session came about."],
  connection_refused: ["Refused", "Nothing listens at this address and port."],
  dns_error: ["No address", "The host has no address. Nothing was sent."],
  unsafe_target: ["Not called", "The callback URL does not lead to a public address. Nothing was sent."],
  body_too_slow: ["Cut off", "The receiver answered, but its answer did not end within 10 seconds."],
  network_error: ["Broken off", "The connection broke before an answer came."],
  unsigned: ["Not signed", "The watch's secret cannot be read any more, so nothing was sent. Create the watch anew."],
};

function answered(status: number, meaning: string | null = null): Words {
  if (status >= 200 && status < 300) return { label: `Received, ${status}`, detail: null, tone: "ok" };
  if (meaning !== null) {
    return { label: `Answered ${status}`, detail: `${meaning.slice(0, 1).toUpperCase()}${meaning.slice(1)}.`, tone: "bad" };
  }
  if (status === 410) {
    return { label: "Answered 410", detail: "The receiver asks for no more; after a day of such answers the watch ends.", tone: "bad" };
  }
  const detail = status >= 300 && status < 400 ? "Redirects are not followed." : "Only an answer with 2xx counts as received.";
  return { label: `Answered ${status}`, detail, tone: "bad" };
}

interface Outcome {
  state: DeliveryState;
  outcome: string | null;
  http_status: number | null;
  detail: string | null;
}

export function deliveryWords({ state, outcome, http_status: status, detail }: Outcome): Words {
  if (state === "pending" && status !== null) {
    return {
      label: "Waiting",
      detail: `The receiver answered ${status} and ${detail ?? "asks to wait"}: it is sent again after that.`,
      tone: "warn",
    };
  }
  if (state === "pending") return { label: "Waiting", detail: "It is sent within about a minute.", tone: "unk" };
  if (state === "sending") return { label: "Being sent", detail: null, tone: "unk" };
  if (state === "dropped") return { label: "Not sent", detail: "The watch had ended before it was sent.", tone: "unk" };
  if (state === "expired") return { label: "Not sent", detail: `It waited for more than ${QUEUED_HOURS} hours.`, tone: "bad" };
  if (state === "lost") {
    return { label: "Not known", detail: "The service ended while it was sending: the receiver may have it or not.", tone: "warn" };
  }
  if (outcome === "answered" && status !== null) return answered(status, detail);
  const [label, words] = FAULTS[outcome ?? ""] ?? ["Failed", "It was not received."];
  return { label, detail: detail === null || outcome === "unsafe_target" ? words : `${words.slice(0, -1)}: ${detail}.`, tone: "bad" };
}

/** The last delivery of a watch: its status is unknown where no answer came. */
export function lastDeliveryWords({ last_fired_at: firedAt, last_delivery_status: status }: LastDelivery): Words {
  if (firedAt === null && status === null) return { label: "None yet", detail: null, tone: "unk" };
  return status === null ? { label: "No answer", detail: null, tone: "bad" } : answered(status);
}

interface LastDelivery {
  last_fired_at: string | null;
  last_delivery_status: number | null;
}

/** Only a fire that is over can be sent again. */
export const isRedeliverable = ({ kind, state }: { kind: DeliveryKind; state: DeliveryState }): boolean =>
  kind === "fire" && (state === "sent" || state === "lost");
