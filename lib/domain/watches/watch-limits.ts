export const WATCH_DAYS = 90;
export const FIRE_CAP = { min: 1, max: 1000, default: 100 } as const;
export const SECRET_LENGTH = { min: 16, max: 256 } as const;
export const MOST_ACTIVE_WATCHES = 25;
/** Active watches of all accounts on one host that has not yet answered any delivery. */
export const MOST_UNVERIFIED_PER_HOST = 20;
export const PINGS_PER_DAY = 10;
export const REDELIVERIES_PER_DAY = 100;
/** Concurrent deliveries to one host, over all processes. */
export const MOST_AT_ONCE_PER_HOST = 4;
/** Longer than any delivery can take: one still `sending` after this belonged to a process that died. */
export const SENDING_SECONDS = 60;
export const ENDED_KEPT_DAYS = 30;
