import { env } from "@/lib/config/env";
import type { ReceiptKey } from "@/lib/receipts/receipt-key";
import { webhookOptions } from "@/lib/watches/delivery/webhook-options";
import type { AlertReceiver } from "./send-alerts";

/** Who is told; null where nobody is. The same rules hold as for watches: https, and no private address. */
export function alertReceiver(key: () => ReceiptKey): AlertReceiver | null {
  const { ALERT_WEBHOOK_URL: url } = env();
  return url === undefined ? null : { url, options: webhookOptions(key()) };
}
