import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "./faults";
import type { Member } from "./member";
import type { World } from "./world";

const NORMAL_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 60_000;

export interface Strike {
  fault: string;
  victim: string;
  /** Seconds since the load began. */
  atSeconds: number;
  /** Seconds from the end of the fault until every process is ready; null when that took over a minute. */
  readySeconds: number | null;
}

export interface Trouble {
  isTroubled(): boolean;
  /** True while the state of a service may be unknown, because its page could not be read. */
  areStatesHidden(): boolean;
  /** Runs the fault, waits until every process is ready, and ends the trouble ten seconds later. */
  strike(fault: Fault, victim: Member, world: World, since: number): Promise<Strike>;
}

async function untilWhole({ balancer }: World): Promise<number | null> {
  const began = performance.now();
  // The balancer's probes must have seen the end of the fault.
  await delay(1000);
  while (!balancer.isWhole()) {
    if (performance.now() - began > READY_WITHIN_MS) return null;
    await delay(100);
  }
  return (performance.now() - began) / 1000;
}

export function newTrouble(): Trouble {
  let isTroubled = false;
  let hiddenUntil = 0;
  return {
    isTroubled: () => isTroubled,
    areStatesHidden: () => performance.now() < hiddenUntil,
    async strike(fault, victim, world, since) {
      const atSeconds = (performance.now() - since) / 1000;
      isTroubled = true;
      if (fault.hidesStatesMs !== undefined) hiddenUntil = Infinity;
      await fault.run(world, victim);
      if (fault.hidesStatesMs !== undefined) hiddenUntil = performance.now() + fault.hidesStatesMs;
      const readySeconds = await untilWhole(world);
      await delay(NORMAL_WITHIN_MS);
      isTroubled = false;
      return { fault: fault.name, victim: victim.name, atSeconds, readySeconds };
    },
  };
}
