import type { AnswerReading } from "@/lib/domain/watches/chat/read-answer";

/** `unsigned`: the watch's secret could not be decrypted, so nothing was sent. */
const DELIVERY_FAULTS = [
  "timeout",
  "tls_error",
  "connection_refused",
  "dns_error",
  "unsafe_target",
  "body_too_slow",
  "network_error",
  "unsigned",
] as const;
type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/**
 * Any HTTP status counts as answered, even a redirect or 410, and even if the body came too slowly.
 * Details must not reveal addresses or quote the receiver.
 */
export type DeliveryOutcome =
  | ({ kind: "answered"; status: number } & AnswerReading)
  | { kind: DeliveryFault; detail: string; status?: number };
