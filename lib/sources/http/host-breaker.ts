import { admissionOf, afterFailure, afterRetryAfter, afterTrialStarted, closedBreaker } from "@/lib/domain/freshness/host-breaker";
import { SourceError, type SourceMemory } from "./source";

export interface HostBreaker {
  /** Throws `breaker_open`. */
  admit(host: string): Promise<void>;
  /** Every host that was let in has answered, but for the one named. */
  answered(except?: string): Promise<void>;
  failed(host: string): Promise<void>;
  hold(host: string, until: Date): Promise<void>;
}

/** For one request: a host that was let in once stays in, through redirects and the retry. */
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
      const isIn = admission === "closed" || (admission === "trial" && (await claimTrial(host)));
      if (!isIn) {
        throw new SourceError(
          "breaker_open",
          `${host} is left alone after failures until ${state.openUntil?.toISOString() ?? "its next trial"}`,
        );
      }
      admitted.set(host, { isTrial: admission === "trial", isClean: state.failures === 0 });
    },
    async answered(except) {
      for (const [host, { isClean }] of admitted) {
        if (!isClean && host !== except) await memory.changeBreaker(host, () => closedBreaker);
      }
    },
    async failed(host) {
      const wasTrial = admitted.get(host)?.isTrial ?? false;
      await memory.changeBreaker(host, (state) => afterFailure(state, now(), wasTrial));
    },
    async hold(host, until) {
      await memory.changeBreaker(host, (state) => afterRetryAfter(state, now(), until));
    },
  };
}
