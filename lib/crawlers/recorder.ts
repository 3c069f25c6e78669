import { RECENT_HITS, type CrawlerBatch, type CrawlerBucket, type CrawlerHit } from "@/lib/domain/crawler-batch";
import { isKnownCrawlerLabel } from "@/lib/domain/match-crawler";
import { pathGroupOf } from "@/lib/domain/path-group";
import { labelOf } from "./label-of";

export const FLUSH_AT_HITS = 50;
export const FLUSH_EVERY_MS = 60_000;
/** While the database is away, counts of this many hours, labels and groups are kept; further ones are let go. */
const MOST_BUCKETS = 5000;
/** Callers choose the paths: beyond this many groups they share one. */
const MOST_GROUPS = 200;
const OVERFLOW_GROUP = "/api/other";
const HOUR_MS = 3_600_000;

export type CrawlerSink = (batch: CrawlerBatch) => Promise<void>;

/** Counts crawler hits in memory and hands them on in batches; recording is synchronous and never fails. */
export class CrawlerRecorder {
  private buckets = new Map<string, CrawlerBucket>();
  private recent: CrawlerHit[] = [];
  private pending = 0;
  private readonly groups = new Set<string>();
  private sink: CrawlerSink | null = null;
  private flushing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;

  record(userAgent: string, path: string, at: Date): void {
    const bot = labelOf(userAgent);
    if (bot === null) return;
    const group = pathGroupOf(path);
    if (group === null) return;
    this.add({ bot, pathGroup: this.boundedGroup(group), at });
    this.pending += 1;
    if (this.pending === FLUSH_AT_HITS) setImmediate(() => void this.flush());
    else this.wakeLater();
  }

  /** Where batches go; hits recorded before are kept until there is one. */
  attach(sink: CrawlerSink): void {
    this.sink = sink;
    if (this.pending > 0) this.wakeLater();
  }

  /** Hands on what is there. A sink that fails gets the same hits again with the next batch. */
  flush(): Promise<void> {
    this.flushing ??= this.drain().finally(() => {
      this.flushing = null;
    });
    return this.flushing;
  }

  /** At shutdown: waits for a flush under way, then hands on the rest. */
  async close(): Promise<void> {
    await this.flushing;
    await this.flush();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.sink = null;
  }

  private async drain(): Promise<void> {
    if (!this.sink || this.buckets.size === 0) return;
    const batch = { buckets: [...this.buckets.values()], recent: this.recent };
    this.buckets = new Map();
    this.recent = [];
    this.pending = 0;
    try {
      await this.sink(batch);
    } catch {
      this.takeBack(batch);
      this.wakeLater();
    }
  }

  private takeBack({ buckets, recent }: CrawlerBatch): void {
    for (const bucket of buckets) this.count(bucket, bucket.hits);
    this.recent = [...recent, ...this.recent].slice(-RECENT_HITS);
  }

  private add(hit: CrawlerHit): void {
    const hour = new Date(Math.floor(hit.at.getTime() / HOUR_MS) * HOUR_MS);
    this.count({ hour, bot: hit.bot, pathGroup: hit.pathGroup }, 1);
    if (!isKnownCrawlerLabel(hit.bot)) return;
    this.recent.push(hit);
    if (this.recent.length > RECENT_HITS) this.recent.shift();
  }

  private count({ hour, bot, pathGroup }: Omit<CrawlerBucket, "hits">, hits: number): void {
    const key = `${hour.getTime()}|${bot}|${pathGroup}`;
    const bucket = this.buckets.get(key);
    if (bucket) bucket.hits += hits;
    else if (this.buckets.size < MOST_BUCKETS) this.buckets.set(key, { hour, bot, pathGroup, hits });
  }

  private boundedGroup(group: string): string {
    if (this.groups.has(group)) return group;
    if (this.groups.size >= MOST_GROUPS) return OVERFLOW_GROUP;
    this.groups.add(group);
    return group;
  }

  private wakeLater(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.flush();
    }, FLUSH_EVERY_MS);
    this.timer.unref();
  }
}

const RECORDER = Symbol.for("crawler-recorder");
const shared = globalThis as { [RECORDER]?: CrawlerRecorder };

/** One per process: the node server and the Next bundle are two module graphs in it. */
export function crawlerRecorder(): CrawlerRecorder {
  shared[RECORDER] ??= new CrawlerRecorder();
  return shared[RECORDER];
}
