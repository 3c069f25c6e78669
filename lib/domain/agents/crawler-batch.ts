export interface CrawlerHit {
  bot: string;
  pathGroup: string;
  at: Date;
}

export interface CrawlerBucket {
  hour: Date;
  bot: string;
  pathGroup: string;
  hits: number;
}

/** Hourly counts and the newest hits, written together. */
export interface CrawlerBatch {
  buckets: readonly CrawlerBucket[];
  recent: readonly CrawlerHit[];
}

/** Size of the ring buffer of newest hits. */
export const RECENT_HITS = 50;
