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

interface Flight<Item> {
  counts: DispatchCounts;
  /** What failed of claiming and recording; sending itself does not fail. */
  faults: unknown[];
  underWay: Set<Promise<void>>;
  ended(): number;
  begin(item: Item): void;
}

function createFlight<Item>({ send, record }: Outbox<Item>): Flight<Item> {
  const counts: DispatchCounts = { sent: 0, answered: 0, failed: 0 };
  const faults: unknown[] = [];
  const underWay = new Set<Promise<void>>();
  let ended = 0;

  async function carry(item: Item): Promise<void> {
    const outcome = await send(item);
    counts.sent += 1;
    counts[outcome.kind === "answered" ? "answered" : "failed"] += 1;
    await record(item, outcome);
  }

  function begin(item: Item): void {
    const work: Promise<void> = carry(item)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => {
        underWay.delete(work);
        ended += 1;
      });
    underWay.add(work);
  }

  return { counts, faults, underWay, ended: () => ended, begin };
}

/** Takes no more than it can send at once, so that what is left when time is up is still there for the next run. */
export async function dispatchDeliveries<Item>(outbox: Outbox<Item>, { atOnce, mayBegin }: Pace): Promise<DispatchCounts> {
  const { counts, faults, underWay, ended, begin } = createFlight(outbox);

  async function beginMore(): Promise<number> {
    const room = atOnce - underWay.size;
    const items = room > 0 ? await outbox.claim(room) : [];
    items.forEach(begin);
    return items.length;
  }

  while (faults.length === 0 && mayBegin()) {
    const endedBefore = ended();
    if (await beginMore().catch((error: unknown) => void faults.push(error))) continue;
    // One that ended meanwhile may have made room for what could not be claimed.
    if (underWay.size === 0 && ended() === endedBefore) break;
    if (underWay.size > 0) await Promise.race(underWay);
    await pause(GATHER_MS);
  }
  await Promise.all(underWay);
  if (faults.length > 0) throw faults[0];
  return counts;
}
