/** `unsigned`: the watch's secret could not be read, and nothing goes out without its signature. */
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

/** What became of the one attempt: any HTTP status is an answer, redirects and 410 too. Details name no address and quote no receiver. */
export type DeliveryOutcome = { kind: "answered"; status: number } | { kind: DeliveryFault; detail: string };
