import { AGENT_NONCE, type SIGNED_FIELDS } from "./receipt";

type Field = (typeof SIGNED_FIELDS)[number];

/** What each signed field says, for a reader who has never seen a receipt. */
export const FIELD_MEANINGS: Readonly<Record<Field, string>> = {
  v: "Version of the format",
  id: "Name of this receipt; also in the header X-Receipt-Id of the answer",
  endpoint: "What was asked, without its parameters",
  method: "How it was asked",
  token_short: "The token that paid, with most of it left out; null for a call that was paid by itself",
  credits_charged: "What the call cost",
  credits_remaining: "What the account had left after it",
  request_hash: "SHA-256 of the request with its parameters",
  response_hash: "SHA-256 of the answer in canonical JSON, without its billing and receipt",
  captured_at: "When the oldest data of the answer was read at its source; null where that is not known",
  server_time: "When the service answered",
  no_charge_reason: "Why nothing was charged; null for a charged call",
  freshness_sla_seconds: "How old the data may be before the answer costs nothing; null without such a promise",
  agent_nonce: `The caller's own mark from the header ${AGENT_NONCE.header}; null without one`,
  body_sha256: "SHA-256 of what the caller sent along; null for a request without a body",
};
