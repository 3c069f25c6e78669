import { RECENT_HITS, type CrawlerBatch, type CrawlerBucket, type CrawlerHit } from "@/lib/domain/agents/crawler-batch";
import { isKnownCrawlerLabel } from "@/lib/domain/agents/match-crawler";
import { pathGroupOf } from "@/lib/domain/agents/path-group";
import { labelOf } from "./label-of";

export const FLUSH_AT_HITS = 50;
export const FLUSH_EVERY_MS = 60_000;
/** While the database is away, counts of this many hours, labels and groups are kept; further ones are let go. */
const MOST_BUCKETS = 5000;
/** Callers choose the paths: beyond this many groups they share one. */
const MOST_GROUPS = 200;
const OVERFLOW_GROUP = "/api/other";
const HOUR_MS = 3_600_000;

type CrawlerSink = (batch: CrawlerBatch) => Promise<void>;

/** Counts crawler hits in memory and hands them on in batches; recording is synchronous and never fails. */
export interface CrawlerRecorder {
  record(userAgent: string, path: string, at: Date): void;
  /** Where batches go; hits recorded before are kept until there is one. */
  attach(sink: CrawlerSink): void;
  /** Hands on what is there. A sink that fails gets the same hits again with the next batch. */
  flush(): Promise<void>;
  /** At shutdown: waits for a flush under way, then hands on the rest. */
  close(): Promise<void>;
}

interface Tally {
  /** Says how many hits came since the last batch was taken. */
  add(hit: CrawlerHit): number;
  isEmpty(): boolean;
  /** What was counted; the tally begins anew. */
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

/** Calls once, a minute after the first wish since the last call. */
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

/** Hands a tally's batches to a sink, one at a time; what a sink refused is the tally's again. */
function openOutlet(tally: Tally, onRefused: () => void) {
  let sink: CrawlerSink | null = null;
  let flushing: Promise<void> | null = null;
  async function drain(): Promise<void> {
    if (!sink || tally.isEmpty()) return;
    const batch = tally.take();
    try {
      await sink(batch);
    } catch {
      tally.takeBack(batch);
      onRefused();
    }
  }
  return {
    lead(next: CrawlerSink | null): void {
      sink = next;
    },
    underWay: () => flushing,
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
      outlet.lead(sink);
      if (!tally.isEmpty()) alarm.set();
    },
    flush: outlet.flush,
    async close() {
      await outlet.underWay();
      await outlet.flush();
      alarm.clear();
      outlet.lead(null);
    },
  };
}

const RECORDER = Symbol.for("crawler-recorder");
const shared = globalThis as { [RECORDER]?: CrawlerRecorder };

/** On globalThis: the node server and the Next bundle are two module graphs in one process. */
export const startedRecorder = (): CrawlerRecorder | undefined => shared[RECORDER];

/** The process's recorder, which the first caller starts. */
export function crawlerRecorder(): CrawlerRecorder {
  shared[RECORDER] ??= createCrawlerRecorder();
  return shared[RECORDER];
}
