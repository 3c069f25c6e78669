import { env } from "@/lib/config/env";
import type { ReceiptKey } from "@/lib/receipts/receipt-key";
import { sourceUserAgent } from "@/lib/sources/http/user-agent";
import type { TargetRules } from "./check-callback-url";
import { resolveByDns, resolveBySystem } from "./resolve-host";
import type { WebhookOptions } from "./send-webhook";

export function targetRules(): TargetRules {
  const allowsPrivate = env().WATCH_ALLOW_PRIVATE;
  return { allowsPrivate, resolve: allowsPrivate ? resolveBySystem : resolveByDns };
}

/** Signs with the published receipt key. The signed text starts with the delivery id, so it cannot pass for a receipt. */
export function webhookOptions({ privateKey, kid }: ReceiptKey): WebhookOptions {
  const { SITE_NAME, PUBLIC_BASE_URL } = env();
  return {
    ...targetRules(),
    signer: { privateKey, kid },
    userAgent: sourceUserAgent({ siteName: `${SITE_NAME} Webhook`, contact: PUBLIC_BASE_URL ?? null }),
  };
}
