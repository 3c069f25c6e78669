import { ApiError } from "@/lib/errors";

/** Calls that the main thread works on at the same time, many of which wait for a chain or a store; the others wait here, where a paid one can overtake. */
const AT_ONCE = 256;
/** More calls without a credential than this do not wait: they are refused. Paid ones may fill as many places again. */
const MOST_WAITING = 1000;
const RETRY_SECONDS = 2;

export interface Turns {
  /** Runs the work when its turn has come, paid calls first. Throws 503 when too many wait. */
  run<Result>(isPaid: boolean, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(atOnce = AT_ONCE, mostWaiting = MOST_WAITING): Turns {
  const paid: (() => void)[] = [];
  const free: (() => void)[] = [];
  let running = 0;

  const waitInLine = (isPaid: boolean): Promise<void> => new Promise((resolve) => (isPaid ? paid : free).push(resolve));

  return {
    async run(isPaid, work) {
      if (paid.length + free.length >= (isPaid ? 2 : 1) * mostWaiting) {
        const details = { retry_after: RETRY_SECONDS };
        throw new ApiError("unavailable", "More calls are waiting than can be answered soon.", details, {
          "Retry-After": `${RETRY_SECONDS}`,
        });
      }
      if (running >= atOnce) await waitInLine(isPaid);
      else running++;
      try {
        return await work();
      } finally {
        const next = paid.shift() ?? free.shift();
        // Whoever comes next takes over this place.
        if (next) next();
        else running--;
      }
    },
  };
}
