export const WATCH_DAYS = 90;
export const FIRE_CAP = { min: 1, max: 1000, default: 100 } as const;
export const SECRET_LENGTH = { min: 1, short: 16, max: 256 } as const;
export const MOST_ACTIVE_WATCHES = 25;
/** Deliveries a minute. A host that never answered with 2xx gets few, whichever account sends there. */
export const SENDING_RATE = { windowSeconds: 60, perAccountAndHost: 10, perHost: 600, perUnverifiedHost: 20 } as const;
/** Age at which a delivery that could not be sent is dropped. */
export const QUEUED_HOURS = 24;
export const PINGS_PER_DAY = 10;
export const REDELIVERIES_PER_DAY = 100;
/** Concurrent deliveries to one host, over all processes. */
export const MOST_AT_ONCE_PER_HOST = 4;
/** Longer than any delivery can take: one still `sending` after this belonged to a process that died. */
export const SENDING_SECONDS = 60;
export const ENDED_KEPT_DAYS = 30;
/** How long a receiver may take to answer a delivery in full. */
export const DELIVERY_SECONDS = 10;
