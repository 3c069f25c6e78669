import type { CapabilityMatch } from "./watch-ability";
import type { DigestMatch } from "./watch-digest";
import type { NewModelMatch } from "./watch-new-model";
import type { PriceMatch } from "./watch-price";
import type { RetirementMatch } from "./watch-retirement";
import type { WatchSpec } from "./watch-spec";
import type { StatusMatch } from "./watch-status";

export type WatchMatch = PriceMatch | StatusMatch | DigestMatch | RetirementMatch | CapabilityMatch | NewModelMatch;

export interface Fire {
  watchId: string;
  deliveryId: string;
  firedAt: Date;
  /** Number of this fire, from 1 to `fireCap`. */
  fireCount: number;
  fireCap: number;
  spec: WatchSpec;
  match: WatchMatch;
}

/** The signed body. One fire always gives the same bytes, so that a redelivery is the same message. */
export function fireBody({ watchId, deliveryId, firedAt, fireCount, fireCap, spec, match }: Fire): string {
  return JSON.stringify({
    event: "watch.fire",
    watch_id: watchId,
    delivery_id: deliveryId,
    fired_at: firedAt.toISOString(),
    fire_count: fireCount,
    fire_cap: fireCap,
    spec,
    match,
  });
}

export function pingBody({ watchId, deliveryId, firedAt, fireCount, fireCap, spec }: Omit<Fire, "match">): string {
  return JSON.stringify({
    event: "watch.ping",
    watch_id: watchId,
    delivery_id: deliveryId,
    fired_at: firedAt.toISOString(),
    fire_count: fireCount,
    fire_cap: fireCap,
    spec,
  });
}
