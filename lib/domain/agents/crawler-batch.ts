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

export interface CrawlerBatch {
  buckets: readonly CrawlerBucket[];
  recent: readonly CrawlerHit[];
}

export const RECENT_HITS = 50;
