/** How long rows are kept that follow from calls, in days; the privacy page says the same. */
export const DAILY_USES_KEPT_DAYS = 2;
export const CRAWLER_HITS_KEPT_DAYS = 90;
export const OPEN_QUOTES_KEPT_DAYS = 90;
