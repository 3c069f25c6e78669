export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;
