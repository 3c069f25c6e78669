/** What a watch may be and do; documents, schemas, queries and jobs read it from here. */
export const WATCH_DAYS = 90;
export const FIRE_CAP = { min: 1, max: 1000, default: 100 } as const;
export const SECRET_LENGTH = { min: 16, max: 256 } as const;
export const MOST_ACTIVE_WATCHES = 25;
/** Active watches that one host receives, of all accounts, before it has answered any of them. */
export const MOST_UNVERIFIED_PER_HOST = 20;
export const PINGS_PER_DAY = 10;
export const REDELIVERIES_PER_DAY = 100;
/** Deliveries on their way to one host, counted over all processes. */
export const MOST_AT_ONCE_PER_HOST = 4;
/** Longer than any delivery may take: what is still on its way then died with its process. */
export const SENDING_SECONDS = 60;
export const ENDED_KEPT_DAYS = 30;
