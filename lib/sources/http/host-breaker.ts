import {
  admissionOf,
  afterFailure,
  afterRetryAfter,
  afterTrialStarted,
  closedBreaker,
  type BreakerState,
} from "@/lib/domain/freshness/host-breaker";
import { SourceError, type SourceMemory } from "./source";

export interface HostBreaker {
  /** Throws a SourceError `breaker_open` while the breaker of the host is open. */
  admit(host: string): Promise<void>;
  /** Closes the breakers of all admitted hosts, except the one that failed. */
  recordAnswer(failedHost?: string): Promise<void>;
  recordFailure(host: string): Promise<void>;
  hold(host: string, until: Date): Promise<void>;
}

const leftAlone = (host: string, { openUntil }: BreakerState): SourceError =>
  new SourceError("breaker_open", `${host} is left alone after failures until ${openUntil?.toISOString() ?? "its next trial"}`, {
    retryAt: openUntil,
  });

/** Breaker of one request: an admitted host stays admitted through redirects and the retry. */
export function breakerOfRequest(memory: SourceMemory, now: () => Date): HostBreaker {
  const admitted = new Map<string, { isTrial: boolean; isClean: boolean }>();

  async function claimTrial(host: string): Promise<boolean> {
    let hasClaimed = false;
    await memory.changeBreaker(host, (state) => {
      hasClaimed = admissionOf(state, now()) === "trial";
      return hasClaimed ? afterTrialStarted(state, now()) : state;
    });
    return hasClaimed;
  }

  return {
    async admit(host) {
      if (admitted.has(host)) return;
      const state = await memory.breaker(host);
      const admission = admissionOf(state, now());
      const isAdmitted = admission === "closed" || (admission === "trial" && (await claimTrial(host)));
      if (!isAdmitted) {
        throw leftAlone(host, state);
      }
      admitted.set(host, { isTrial: admission === "trial", isClean: state.failures === 0 });
    },
    async recordAnswer(failedHost) {
      for (const [host, { isClean }] of admitted) {
        if (!isClean && host !== failedHost) await memory.changeBreaker(host, () => closedBreaker);
      }
    },
    async recordFailure(host) {
      const wasTrial = admitted.get(host)?.isTrial ?? false;
      await memory.changeBreaker(host, (state) => afterFailure(state, now(), wasTrial));
    },
    async hold(host, until) {
      await memory.changeBreaker(host, (state) => afterRetryAfter(state, now(), until));
    },
  };
}
