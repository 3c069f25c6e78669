import type { IncomingMessage } from "node:http";
import pLimit from "p-limit";
import { watchQueue } from "@/lib/config/metrics";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/limits/address-keys";
import { RENDER_LIMIT } from "@/lib/http/limits/limits";
import { memoryLimiter } from "@/lib/http/limits/memory-limiter";
import { countingSites } from "@/lib/http/limits/limiter";

/** While one page waits for its data, another is rendered. */
const AT_ONCE = 2;
const MAX_WAITING = 64;
const BUSY_SECONDS = 5;

export interface RenderRefusal {
  status: 429 | 503;
  retryAfterSeconds: number;
}

export interface RenderLimit {
  /** Counts one rendering; null when it may go on. */
  refusal(request: IncomingMessage): Promise<RenderRefusal | null>;
  /** For an answer that turned out not to be a rendering. */
  giveBack(request: IncomingMessage): void;
  /** Runs the work when its turn has come. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

const addressOf = ({ headers }: IncomingMessage): string => addressKey(String(headers[ADDRESS_HEADER] ?? "unknown"));

export function createRenderLimit(): RenderLimit {
  const counting = countingSites(RENDER_LIMIT, memoryLimiter);
  const queue = pLimit(AT_ONCE);
  watchQueue("pages waiting", () => queue.pendingCount);
  return {
    async refusal(request) {
      if (queue.pendingCount >= MAX_WAITING) return { status: 503, retryAfterSeconds: BUSY_SECONDS };
      const { isAllowed, resetSeconds } = await (await counting).take(addressOf(request));
      return isAllowed ? null : { status: 429, retryAfterSeconds: resetSeconds };
    },
    giveBack: (request) => void counting.then((limiter) => limiter.giveBack(addressOf(request))),
    inTurn: (work) => queue(work),
  };
}
