import { setTimeout as pause } from "node:timers/promises";
import type { DeliveryOutcome } from "./delivery-outcome";

export interface Outbox<Item> {
  /** Takes up to so many; nobody else sends what is taken. */
  claim(limit: number): Promise<readonly Item[]>;
  send(item: Item): Promise<DeliveryOutcome>;
  record(item: Item, outcome: DeliveryOutcome): Promise<void>;
}

export interface Pace {
  atOnce: number;
  /** False once it is too late to begin another. */
  mayBegin(): boolean;
}

/** Those that end at about the same time are replaced by one claim. */
const GATHER_MS = 20;

export type DispatchCounts = { sent: number; answered: number; failed: number };

/** Takes no more than it can send at once, so that what is left when time is up is still there for the next run. */
export async function dispatchDeliveries<Item>(outbox: Outbox<Item>, { atOnce, mayBegin }: Pace): Promise<DispatchCounts> {
  const counts: DispatchCounts = { sent: 0, answered: 0, failed: 0 };
  const inFlight = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let ended = 0;
  const note = (error: unknown): void => void faults.push(error);

  async function carry(item: Item): Promise<void> {
    const outcome = await outbox.send(item);
    counts.sent += 1;
    counts[outcome.kind === "answered" ? "answered" : "failed"] += 1;
    await outbox.record(item, outcome);
  }

  function begin(item: Item): void {
    const work: Promise<void> = carry(item).catch(note).finally(() => {
      inFlight.delete(work);
      ended += 1;
    });
    inFlight.add(work);
  }

  async function beginMore(): Promise<number> {
    const room = atOnce - inFlight.size;
    const items = room > 0 ? await outbox.claim(room) : [];
    items.forEach(begin);
    return items.length;
  }

  while (faults.length === 0 && mayBegin()) {
    const endedBefore = ended;
    if (await beginMore().catch(note)) continue;
    // One that ended meanwhile may have made room for what could not be claimed.
    if (inFlight.size === 0 && ended === endedBefore) break;
    if (inFlight.size > 0) await Promise.race(inFlight);
    await pause(GATHER_MS);
  }
  await Promise.all(inFlight);
  if (faults.length > 0) throw faults[0];
  return counts;
}
