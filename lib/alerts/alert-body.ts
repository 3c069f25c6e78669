import { randomBytes } from "node:crypto";
import { ALERTS, type AlertKind } from "@/lib/domain/alerts/alerts";
import type { AlertChange } from "@/db/queries/alerts/alerts";

export const newDeliveryId = (): string => `alr_${randomBytes(12).toString("hex")}`;

const isKnown = (kind: string): kind is AlertKind => Object.hasOwn(ALERTS, kind);

/** The signed body. Every attempt sends the same bytes. */
export function alertBody({ deliveryId, kind, subject, change, says, at }: AlertChange, service: string): string {
  const { meaning, action } = isKnown(kind) ? ALERTS[kind] : { meaning: null, action: null };
  return JSON.stringify({
    type: `alert.${change}`,
    timestamp: at.toISOString(),
    delivery_id: deliveryId,
    data: { alert: kind, subject: subject || null, says, meaning, action: change === "raised" ? action : null, service },
  });
}
