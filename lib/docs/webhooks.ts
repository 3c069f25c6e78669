import { RECEIVER_CODE } from "@/lib/domain/watches/receiver-code";
import { DELIVERY_SECONDS } from "@/lib/domain/watches/watch-limits";
import { WatchFire, WatchPing } from "@/lib/schemas/watches/watch-fire";
import type { Components, Json } from "./json-schema";

export const RECEIVERS = RECEIVER_CODE.map(({ whole }) => whole);

export const WEBHOOKS_TEXT = `Deliveries of watches are POSTs, each sent once and signed; where the watch's \`format\` is slack, discord or teams, the body is a message of that product instead, and one that answers 429 is sent it again: \`X-Service-Signature\` is \`sha256=\` and the HMAC-SHA256 of the raw body, where the watch has a secret; the Standard Webhooks headers carry the same as \`v1\`, keyed with the decoded bytes of a \`whsec_\` secret (\`new Webhook(secret)\` of their libraries, \`{ format: "raw" }\` for any other text), and, for everyone, an Ed25519 \`v1a\` by the keys of /.well-known/jwks.json. Answer 2xx within ${DELIVERY_SECONDS} seconds; compare signatures in constant time. Receivers to copy: ${RECEIVERS.join(", ")}.`;

export const DELIVERY_HEADERS: Readonly<Record<string, string>> = {
  "X-Service-Event": "watch.fire or watch.ping.",
  "X-Service-Watch-Id": "The watch.",
  "X-Service-Delivery": "The message; the same as `webhook-id`.",
  "X-Service-Timestamp": "Unix seconds of sending.",
  "X-Service-Key-Id": "Which key of /.well-known/jwks.json made the `v1a` signature.",
  "X-Service-Signature": "sha256= and the HMAC-SHA256 of the raw body in hex; only where the watch has a secret.",
  "webhook-id": "Standard Webhooks: the message.",
  "webhook-timestamp": "Standard Webhooks: unix seconds.",
  "webhook-signature": "Standard Webhooks: `v1,…` by the secret and `v1a,…` by the service's Ed25519 key, over `id.timestamp.body`.",
};

const SIGNATURE_NEEDS_SECRET = "X-Service-Signature";

function delivery(operationId: string, summary: string, schema: Json): Json {
  return {
    post: {
      operationId,
      tags: ["Watches"],
      summary,
      description: WEBHOOKS_TEXT,
      parameters: Object.entries(DELIVERY_HEADERS).map(([name, description]) => ({
        name,
        in: "header",
        required: name !== SIGNATURE_NEEDS_SECRET,
        description,
        schema: { type: "string" },
      })),
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { "2XX": { description: "Received. Any other answer, or none, is recorded and not sent again." } },
    },
  };
}

export const openApiWebhooks = (components: Components): Json => ({
  "watch.fire": delivery("receiveWatchFire", "A watch fired", components.of(WatchFire, "output")),
  "watch.ping": delivery("receiveWatchPing", "A test of the receiver", components.of(WatchPing, "output")),
});
