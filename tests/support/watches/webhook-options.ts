import { createPrivateKey } from "node:crypto";
import type { WebhookOptions } from "@/lib/watches/delivery/send-webhook";
import type { WebhookRequest } from "@/lib/watches/delivery/webhook-headers";
import { receiptKeyOf } from "@/lib/receipts/receipt-key";
import { signingKey } from "@/lib/config/signing-key";

/** Ed25519 key of RFC 8032, section 7.1, test 1. */
const key = signingKey("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A") ?? createPrivateKey("");
export const testSigner = receiptKeyOf(key, true);

/** Resolves every name to the loopback address. */
export function loopbackOptions(ca: string, overrides: Partial<WebhookOptions> = {}): WebhookOptions {
  return { resolve: async () => ["127.0.0.1"], allowsPrivate: true, ca, signer: testSigner, userAgent: "Test-Webhook/1.0", ...overrides };
}

export function webhookTo(url: string, overrides: Partial<WebhookRequest> = {}): WebhookRequest {
  return {
    url,
    body: JSON.stringify({
      event: "watch.fire",
      watch_id: "wat_000000000000000000000001",
      delivery_id: "dlv_000000000000000000000001",
      fired_at: "2026-11-21T12:00:00.000Z",
    }),
    event: "watch.fire",
    watchId: "wat_000000000000000000000001",
    deliveryId: "dlv_000000000000000000000001",
    secret: "a-shared-secret-of-some-length",
    isSecretEncoded: false,
    timestamp: new Date(),
    format: "json",
    ...overrides,
  };
}
