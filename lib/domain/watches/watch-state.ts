export const WATCH_STATES = ["active", "cap_reached", "expired", "deleted"] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** What a watch is now: its end by time holds from the moment on, whoever has written it down. */
export function watchState({ status, expiresAt }: { status: WatchState; expiresAt: Date }, now: Date): WatchState {
  return status === "active" && expiresAt <= now ? "expired" : status;
}

export const WATCH_ID = /^wat_[0-9a-f]{24}$/;
export const DELIVERY_ID = /^dlv_[0-9a-f]{24}$/;

export const DELIVERY_KINDS = ["fire", "ping", "redelivery"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** `lost`: its process died while it was on its way. `dropped`: the watch ended first, and nothing was sent. */
export const DELIVERY_STATES = ["pending", "sending", "sent", "lost", "dropped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
