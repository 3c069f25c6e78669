import { createHmac, sign, type KeyObject } from "node:crypto";

export interface WebhookRequest {
  url: string;
  /** Sent byte for byte as it stands, since that is what is signed. */
  body: string;
  event: "watch.fire" | "watch.ping";
  watchId: string;
  deliveryId: string;
  secret: string | null;
  timestamp: Date;
}

export interface WebhookSigner {
  privateKey: KeyObject;
  /** Names the key in /.well-known/jwks.json. */
  kid: string;
}

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text, "utf8");

/** The Standard Webhooks list: the receiver's secret where there is one, and our own key for everybody. */
function standardSignatures(signed: string, secret: string | null, { privateKey }: WebhookSigner): string {
  const own = `v1a,${sign(null, Buffer.from(signed), privateKey).toString("base64")}`;
  return secret === null ? own : `v1,${hmac(secret, signed).digest("base64")} ${own}`;
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
