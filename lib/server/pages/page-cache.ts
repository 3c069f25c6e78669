import { LRUCache } from "lru-cache";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { headerOf, type CollectedResponse } from "./collect-answer";
import { packed, type PackedResponse } from "./packed-answer";
import { variesByKnown } from "./page-address";
import { isRendering } from "./render-page";

/** Pages show ages in minutes, so none is cached longer than that, even while the data is unchanged. */
const TTL_MS = 30_000;
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

interface CachedPage {
  answer: PackedResponse;
  expiresAt: number;
  versions: string;
}

const versionsNow = (): string => [...preparedStore().versions].map(([dataset, version]) => `${dataset}:${version}`).join();

/** Marks of a part that failed, in a document or a router's answer. Some are React's own, some our blocks'. */
const FAILED_PART = /data-dgst="|^[\da-f]+:E\{|data-failed-block|"kind":"failed"/m;

/** A page with a failed part is not cached: its next reader may have more luck. */
const hasFailedPart = ({ body }: CollectedResponse): boolean => FAILED_PART.test(body.toString("latin1"));

const isCacheable = (answer: CollectedResponse): boolean =>
  answer.status === 200 &&
  isRendering(answer) &&
  answer.headers["set-cookie"] === undefined &&
  !/\b(?:private|no-store)\b/i.test(headerOf(answer, "cache-control")) &&
  variesByKnown(headerOf(answer, "vary")) &&
  answer.body.byteLength <= MAX_PAGE_BYTES &&
  !hasFailedPart(answer);

interface Reader {
  hasLeft(): boolean;
  /** While the database cannot be asked, an outdated page is better than one without its data. */
  takesOutdated: boolean;
}

export interface PageCache {
  /**
   * The cached page, or else what `render` gives, once for all who ask for it meanwhile. A reader who
   * waited for another reader's rendering and got no cached page renders the page again, unless this
   * reader has left.
   */
  answer(key: string, render: () => Promise<CollectedResponse | null>, reader: Reader): Promise<PackedResponse | null>;
}

export function createPageCache(): PageCache {
  const pages = new LRUCache<string, CachedPage>({ maxSize: MAX_BYTES, sizeCalculation: ({ answer }, key) => answer.size + key.length });
  const rendering = new Map<string, Promise<PackedResponse | null>>();

  function find(key: string, { takesOutdated }: Reader): PackedResponse | null {
    const page = pages.get(key);
    if (page && takesOutdated) return page.answer;
    const isFresh = page && page.expiresAt > Date.now() && page.expiresAt - Date.now() <= TTL_MS && page.versions === versionsNow();
    return isFresh ? page.answer : null;
  }

  async function renderAndCache(key: string, render: () => Promise<CollectedResponse | null>): Promise<PackedResponse | null> {
    const versions = versionsNow();
    const collected = await render();
    if (!collected) return null;
    const answer = await packed(collected);
    if (isCacheable(collected)) pages.set(key, { answer, expiresAt: Date.now() + TTL_MS, versions });
    return answer;
  }

  return {
    async answer(key, render, reader) {
      for (;;) {
        const cached = find(key, reader);
        if (cached) return cached;
        const running = rendering.get(key);
        if (!running) break;
        await running.catch(() => undefined);
        if (reader.hasLeft()) return null;
      }
      const mine = renderAndCache(key, render).finally(() => rendering.delete(key));
      rendering.set(key, mine);
      return mine;
    },
  };
}
