import { createHmac, sign, type KeyObject } from "node:crypto";

export interface WebhookRequest {
  url: string;
  /** Sent byte for byte, because these bytes are signed. */
  body: string;
  event: "watch.fire" | "watch.ping";
  watchId: string;
  deliveryId: string;
  secret: string | null;
  timestamp: Date;
}

export interface WebhookSigner {
  privateKey: KeyObject;
  /** Id of the key in /.well-known/jwks.json. */
  kid: string;
}

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text, "utf8");

/** Standard Webhooks signature list: v1 with the receiver's secret where there is one, v1a with our own key always. */
function standardSignatures(content: string, secret: string | null, { privateKey }: WebhookSigner): string {
  const own = `v1a,${sign(null, Buffer.from(content), privateKey).toString("base64")}`;
  return secret === null ? own : `v1,${hmac(secret, content).digest("base64")} ${own}`;
}

export function webhookHeaders(
  { body, event, watchId, deliveryId, secret, timestamp }: Omit<WebhookRequest, "url">,
  signer: WebhookSigner,
  userAgent: string,
): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  return {
    "Content-Type": "application/json",
    "User-Agent": userAgent,
    "X-Service-Event": event,
    "X-Service-Watch-Id": watchId,
    "X-Service-Delivery": deliveryId,
    "X-Service-Timestamp": seconds,
    "X-Service-Key-Id": signer.kid,
    ...(secret === null ? {} : { "X-Service-Signature": `sha256=${hmac(secret, body).digest("hex")}` }),
    "webhook-id": deliveryId,
    "webhook-timestamp": seconds,
    "webhook-signature": standardSignatures(`${deliveryId}.${seconds}.${body}`, secret, signer),
  };
}
