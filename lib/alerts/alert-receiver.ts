import { env } from "@/lib/config/env";
import type { ReceiptKey } from "@/lib/receipts/receipt-key";
import { webhookOptions } from "@/lib/watches/delivery/webhook-options";
import type { AlertReceiver } from "./send-alerts";

/** The receiver of alerts; null where nobody is told. Its address must be https and not private, as for watches. */
export function alertReceiver(key: () => ReceiptKey): AlertReceiver | null {
  const { ALERT_WEBHOOK_URL: url } = env();
  return url === undefined ? null : { url, options: webhookOptions(key()) };
}
