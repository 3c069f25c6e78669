import { RECENT_HITS, type CrawlerBatch, type CrawlerBucket, type CrawlerHit } from "@/lib/domain/agents/crawler-batch";
import { isKnownCrawlerLabel } from "@/lib/domain/agents/match-crawler";
import { pathGroupOf } from "@/lib/domain/agents/path-group";
import { processState } from "@/lib/config/process-state.mjs";
import { labelOf } from "./label-of";
import { HOUR_MS } from "@/lib/domain/basics/time";

export const FLUSH_AT_HITS = 50;
export const FLUSH_EVERY_MS = 60_000;
/** Bound on the counts in memory while the database is unreachable. Further hits are dropped. */
const MOST_BUCKETS = 5000;
/** Callers choose the paths, so the number of groups is bounded; the rest share one. */
const MOST_GROUPS = 200;
const OVERFLOW_GROUP = "/api/other";

type CrawlerSink = (batch: CrawlerBatch) => Promise<void>;

const keyOf = ({ hour, bot, pathGroup }: Omit<CrawlerBucket, "hits">): string => `${hour.getTime()}|${bot}|${pathGroup}`;

/** Counts crawler hits in memory and writes them in batches. */
export class CrawlerRecorder {
  #buckets = new Map<string, CrawlerBucket>();
  #recent: CrawlerHit[] = [];
  /** Hits since the last batch was taken. */
  #pending = 0;
  readonly #groups = new Set<string>();
  #sink: CrawlerSink | null = null;
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** Synchronous, and never fails. */
  record(userAgent: string, path: string, at: Date): void {
    const bot = labelOf(userAgent);
    const group = bot === null ? null : pathGroupOf(path);
    if (bot === null || group === null) return;
    const pathGroup = this.#bounded(group);
    this.#count({ hour: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS), bot, pathGroup, hits: 1 });
    if (isKnownCrawlerLabel(bot)) this.#recent = [...this.#recent.slice(1 - RECENT_HITS), { bot, pathGroup, at }];
    if (++this.#pending === FLUSH_AT_HITS) setImmediate(() => void this.flush());
    else this.#flushLater();
  }

  /** Attaches the sink. Hits recorded before are written too. */
  attach(sink: CrawlerSink): void {
    this.#sink = sink;
    if (this.#buckets.size > 0) this.#flushLater();
  }

  /** Writes a batch at a time. After a failed write, its hits are part of the next batch. */
  flush(): Promise<void> {
    return (this.#flushing ??= this.#write().finally(() => (this.#flushing = null)));
  }

  /** Waits for a flush in progress, then flushes the rest. */
  async close(): Promise<void> {
    await this.#flushing;
    await this.flush();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sink = null;
  }

  #bounded(group: string): string {
    if (this.#groups.size >= MOST_GROUPS && !this.#groups.has(group)) return OVERFLOW_GROUP;
    this.#groups.add(group);
    return group;
  }

  #count(added: CrawlerBucket): void {
    const bucket = this.#buckets.get(keyOf(added));
    if (bucket) bucket.hits += added.hits;
    else if (this.#buckets.size < MOST_BUCKETS) this.#buckets.set(keyOf(added), added);
  }

  /** A minute after the first hit since the last time. */
  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, FLUSH_EVERY_MS).unref();
  }

  async #write(): Promise<void> {
    if (!this.#sink || this.#buckets.size === 0) return;
    const batch = { buckets: [...this.#buckets.values()], recent: this.#recent };
    this.#buckets = new Map();
    this.#recent = [];
    this.#pending = 0;
    try {
      await this.#sink(batch);
    } catch {
      for (const bucket of batch.buckets) this.#count(bucket);
      this.#recent = [...batch.recent, ...this.#recent].slice(-RECENT_HITS);
      this.#flushLater();
    }
  }
}

const shared = processState<{ recorder?: CrawlerRecorder }>("crawlers", () => ({}));

export const startedRecorder = (): CrawlerRecorder | undefined => shared.recorder;

export const crawlerRecorder = (): CrawlerRecorder => (shared.recorder ??= new CrawlerRecorder());
