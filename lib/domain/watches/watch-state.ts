/** `receiver_gone`: for a day the receiver answered 410, or that its webhook exists no more. */
export const WATCH_STATES = ["active", "cap_reached", "expired", "receiver_gone", "deleted"] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** The state now: a watch past `expiresAt` is expired even before the job has stored that. */
export function watchState({ status, expiresAt }: { status: WatchState; expiresAt: Date }, now: Date): WatchState {
  return status === "active" && expiresAt <= now ? "expired" : status;
}

export const WATCH_ID = /^wat_[0-9a-f]{24}$/;
export const DELIVERY_ID = /^dlv_[0-9a-f]{24}$/;

export const DELIVERY_KINDS = ["fire", "ping", "redelivery"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** `lost`: the process died while sending. `dropped`: the watch ended before anything was sent. `expired`: it waited too long. */
export const DELIVERY_STATES = ["pending", "sending", "sent", "lost", "dropped", "expired"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
