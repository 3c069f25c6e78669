import { createHmac, sign, type KeyObject } from "node:crypto";
import type { WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import { encodedKey } from "@/lib/domain/watches/signing-secret";

export interface WebhookRequest {
  url: string;
  /** Sent byte for byte, because these bytes are signed. */
  body: string;
  event: "watch.fire" | "watch.ping" | "alert.raised" | "alert.cleared";
  /** Null for what no watch has caused. */
  watchId: string | null;
  deliveryId: string;
  secret: string | null;
  /** Whether the secret is one of `whsec_` that Standard Webhooks signs with its decoded bytes. Watches made before that was so have none. */
  isSecretEncoded: boolean;
  timestamp: Date;
  /** Whose answers are understood. */
  format: WatchFormat;
}

export interface WebhookSigner {
  privateKey: KeyObject;
  /** Id of the key in /.well-known/jwks.json. */
  kid: string;
}

type Key = string | Uint8Array;

const hmac = (key: Key, text: string) => createHmac("sha256", key).update(text, "utf8");

function standardKey({ secret, isSecretEncoded }: Pick<WebhookRequest, "secret" | "isSecretEncoded">): Key | null {
  const encoded = secret !== null && isSecretEncoded ? encodedKey(secret) : null;
  return encoded === null ? secret : Buffer.from(encoded, "base64");
}

/** Signs for Standard Webhooks: v1 with the receiver's secret, if any, and always v1a with our key. */
function standardSignatures(content: string, key: Key | null, { privateKey }: WebhookSigner): string {
  const own = `v1a,${sign(null, Buffer.from(content), privateKey).toString("base64")}`;
  return key === null ? own : `v1,${hmac(key, content).digest("base64")} ${own}`;
}

export function webhookHeaders(
  { body, event, watchId, deliveryId, secret, isSecretEncoded, timestamp }: Omit<WebhookRequest, "url" | "format">,
  signer: WebhookSigner,
  userAgent: string,
): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  return {
    "Content-Type": "application/json",
    "User-Agent": userAgent,
    "X-Service-Event": event,
    ...(watchId === null ? {} : { "X-Service-Watch-Id": watchId }),
    "X-Service-Delivery": deliveryId,
    "X-Service-Timestamp": seconds,
    "X-Service-Key-Id": signer.kid,
    ...(secret === null ? {} : { "X-Service-Signature": `sha256=${hmac(secret, body).digest("hex")}` }),
    "webhook-id": deliveryId,
    "webhook-timestamp": seconds,
    "webhook-signature": standardSignatures(`${deliveryId}.${seconds}.${body}`, standardKey({ secret, isSecretEncoded }), signer),
  };
}
