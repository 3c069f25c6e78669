import { env } from "@/lib/config/env";
import type { ReceiptKey } from "@/lib/receipts/receipt-key";
import { sourceUserAgent } from "@/lib/sources/http/user-agent";
import type { TargetRules } from "./check-callback-url";
import { resolveByDns, resolveBySystem } from "./resolve-host";
import type { WebhookOptions } from "./send-webhook";

/** What the configuration says about where callbacks may point. */
export function targetRules(): TargetRules {
  const allowsPrivate = env().WATCH_ALLOW_PRIVATE;
  return { allowsPrivate, resolve: allowsPrivate ? resolveBySystem : resolveByDns };
}

/** Signed with the key of the receipts, which everybody can look up; ids that start the signed text keep the two apart. */
export function webhookOptions({ privateKey, kid }: ReceiptKey): WebhookOptions {
  const { SITE_NAME, PUBLIC_BASE_URL } = env();
  return {
    ...targetRules(),
    signer: { privateKey, kid },
    userAgent: sourceUserAgent({ siteName: `${SITE_NAME} Webhook`, contact: PUBLIC_BASE_URL ?? null }),
  };
}
