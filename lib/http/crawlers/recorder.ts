import { RECENT_HITS, type CrawlerBatch, type CrawlerBucket, type CrawlerHit } from "@/lib/domain/agents/crawler-batch";
import { isKnownCrawlerLabel } from "@/lib/domain/agents/match-crawler";
import { pathGroupOf } from "@/lib/domain/agents/path-group";
import { labelOf } from "./label-of";

export const FLUSH_AT_HITS = 50;
export const FLUSH_EVERY_MS = 60_000;
/** Bound on the counts kept while the database is unreachable; further ones are dropped. */
const MOST_BUCKETS = 5000;
/** Callers choose the paths, so the number of groups is bounded; the rest share one. */
const MOST_GROUPS = 200;
const OVERFLOW_GROUP = "/api/other";
const HOUR_MS = 3_600_000;

type CrawlerSink = (batch: CrawlerBatch) => Promise<void>;

/** Counts crawler hits in memory and writes them in batches; `record` is synchronous and never fails. */
export interface CrawlerRecorder {
  record(userAgent: string, path: string, at: Date): void;
  /** Hits recorded before a sink is attached are kept. */
  attach(sink: CrawlerSink): void;
  /** After a failed write the same hits are part of the next batch. */
  flush(): Promise<void>;
  /** Waits for a flush in progress, then flushes the rest. */
  close(): Promise<void>;
}

interface Tally {
  /** Returns the number of hits since the last `take`. */
  add(hit: CrawlerHit): number;
  isEmpty(): boolean;
  take(): CrawlerBatch;
  takeBack(batch: CrawlerBatch): void;
}

function openTally(): Tally {
  let buckets = new Map<string, CrawlerBucket>();
  let recent: CrawlerHit[] = [];
  let pending = 0;
  const count = ({ hour, bot, pathGroup }: Omit<CrawlerBucket, "hits">, hits: number): void => {
    const key = `${hour.getTime()}|${bot}|${pathGroup}`;
    const bucket = buckets.get(key);
    if (bucket) bucket.hits += hits;
    else if (buckets.size < MOST_BUCKETS) buckets.set(key, { hour, bot, pathGroup, hits });
  };
  return {
    isEmpty: () => buckets.size === 0,
    add(hit) {
      const hour = new Date(Math.floor(hit.at.getTime() / HOUR_MS) * HOUR_MS);
      count({ hour, bot: hit.bot, pathGroup: hit.pathGroup }, 1);
      if (isKnownCrawlerLabel(hit.bot)) recent = [...recent.slice(1 - RECENT_HITS), hit];
      return ++pending;
    },
    take() {
      const batch = { buckets: [...buckets.values()], recent };
      buckets = new Map();
      recent = [];
      pending = 0;
      return batch;
    },
    takeBack(batch) {
      for (const bucket of batch.buckets) count(bucket, bucket.hits);
      recent = [...batch.recent, ...recent].slice(-RECENT_HITS);
    },
  };
}

function boundedGroups(): (group: string) => string {
  const groups = new Set<string>();
  return (group) => {
    if (!groups.has(group) && groups.size >= MOST_GROUPS) return OVERFLOW_GROUP;
    groups.add(group);
    return group;
  };
}

/** Rings one minute after the first `set` since it last rang. */
function openAlarm(ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    set(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        ring();
      }, FLUSH_EVERY_MS).unref();
    },
    clear(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Writes a tally's batches to a sink, one at a time; a failed batch goes back into the tally. */
function openOutlet(tally: Tally, onFailure: () => void) {
  let sink: CrawlerSink | null = null;
  let flushing: Promise<void> | null = null;
  async function drain(): Promise<void> {
    if (!sink || tally.isEmpty()) return;
    const batch = tally.take();
    try {
      await sink(batch);
    } catch {
      tally.takeBack(batch);
      onFailure();
    }
  }
  return {
    setSink(next: CrawlerSink | null): void {
      sink = next;
    },
    flushInProgress: () => flushing,
    flush(): Promise<void> {
      flushing ??= drain().finally(() => {
        flushing = null;
      });
      return flushing;
    },
  };
}

export function createCrawlerRecorder(): CrawlerRecorder {
  const tally = openTally();
  const bounded = boundedGroups();
  const alarm = openAlarm(() => void outlet.flush());
  const outlet = openOutlet(tally, () => alarm.set());
  return {
    record(userAgent, path, at) {
      const bot = labelOf(userAgent);
      const group = bot === null ? null : pathGroupOf(path);
      if (bot === null || group === null) return;
      const pending = tally.add({ bot, pathGroup: bounded(group), at });
      if (pending === FLUSH_AT_HITS) setImmediate(() => void outlet.flush());
      else alarm.set();
    },
    attach(sink) {
      outlet.setSink(sink);
      if (!tally.isEmpty()) alarm.set();
    },
    flush: outlet.flush,
    async close() {
      await outlet.flushInProgress();
      await outlet.flush();
      alarm.clear();
      outlet.setSink(null);
    },
  };
}

const RECORDER = Symbol.for("crawler-recorder");
const shared = globalThis as { [RECORDER]?: CrawlerRecorder };

/** On globalThis: the node server and the Next bundle are two module graphs in one process. */
export const startedRecorder = (): CrawlerRecorder | undefined => shared[RECORDER];

export function crawlerRecorder(): CrawlerRecorder {
  shared[RECORDER] ??= createCrawlerRecorder();
  return shared[RECORDER];
}
