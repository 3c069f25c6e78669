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

/** What is flushed at once: counts by hour, and the newest hits themselves. */
export interface CrawlerBatch {
  buckets: readonly CrawlerBucket[];
  recent: readonly CrawlerHit[];
}

/** Length of the ring of newest hits. */
export const RECENT_HITS = 50;
