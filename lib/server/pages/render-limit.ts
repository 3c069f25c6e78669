import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { watchQueue } from "@/lib/config/metrics";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/address-keys";
import { memoryLimiter, RENDER_LIMIT } from "@/lib/http/limiter";
import type { PaidCalls } from "./paid-calls";

/** Rendering and paid calls share a thread: each rendering more at a time is one more that a paid call waits for. */
const AT_ONCE = 2;
/** A rendering waits so long at most for paid calls to end, and so long at most leaves the thread to them afterwards. */
const LONGEST_WAIT_MS = 100;
const LONGEST_PAUSE_MS = 500;
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
  /** Runs the work when its turn has come. While paid calls come in, rendering takes half of the time of the thread at most. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

const addressOf = ({ headers }: IncomingMessage): string => addressKey(String(headers[ADDRESS_HEADER] ?? "unknown"));

export function createRenderLimit(paidCalls: PaidCalls): RenderLimit {
  const limiter = memoryLimiter(RENDER_LIMIT);
  const queue = pLimit(AT_ONCE);
  watchQueue("pages waiting", () => queue.pendingCount);
  return {
    async refusal(request) {
      if (queue.pendingCount >= MAX_WAITING) return { status: 503, retryAfterSeconds: BUSY_SECONDS };
      const { isAllowed, resetSeconds } = await limiter.take(addressOf(request));
      return isAllowed ? null : { status: 429, retryAfterSeconds: resetSeconds };
    },
    giveBack: (request) => void limiter.giveBack(addressOf(request)),
    inTurn: (work) =>
      new Promise((resolve, reject) => {
        void queue(async () => {
          if (paidCalls.areRecent()) await paidCalls.whenNone(LONGEST_WAIT_MS);
          const began = performance.now();
          await work().then(resolve, reject);
          if (paidCalls.areRecent()) await delay(Math.min(performance.now() - began, LONGEST_PAUSE_MS));
        });
      }),
  };
}
