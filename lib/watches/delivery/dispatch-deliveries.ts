import { setTimeout as pause } from "node:timers/promises";
import type { DeliveryOutcome } from "./delivery-outcome";

export interface Outbox<Item> {
  /** Claims up to `limit` items; no other process sends them. */
  claim(limit: number): Promise<readonly Item[]>;
  send(item: Item): Promise<DeliveryOutcome>;
  record(item: Item, outcome: DeliveryOutcome): Promise<void>;
}

export interface DispatchLimits {
  atOnce: number;
  mayBegin(): boolean;
}

/** Deliveries that end within this time are replaced by one claim. */
const DEBOUNCE_MS = 20;

export type DispatchCounts = { sent: number; answered: number; failed: number };

interface Dispatcher<Item> {
  counts: DispatchCounts;
  /** Errors of claiming and recording; `send` never rejects. */
  faults: unknown[];
  inFlight: Set<Promise<void>>;
  ended(): number;
  begin(item: Item): void;
}

function createDispatcher<Item>({ send, record }: Outbox<Item>): Dispatcher<Item> {
  const counts: DispatchCounts = { sent: 0, answered: 0, failed: 0 };
  const faults: unknown[] = [];
  const inFlight = new Set<Promise<void>>();
  let ended = 0;

  async function deliver(item: Item): Promise<void> {
    const outcome = await send(item);
    counts.sent += 1;
    counts[outcome.kind === "answered" ? "answered" : "failed"] += 1;
    await record(item, outcome);
  }

  function begin(item: Item): void {
    const work: Promise<void> = deliver(item)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => {
        inFlight.delete(work);
        ended += 1;
      });
    inFlight.add(work);
  }

  return { counts, faults, inFlight, ended: () => ended, begin };
}

/** Claims no more than it can send at once: what is unclaimed when time is up stays for the next run. */
export async function dispatchDeliveries<Item>(outbox: Outbox<Item>, { atOnce, mayBegin }: DispatchLimits): Promise<DispatchCounts> {
  const { counts, faults, inFlight, ended, begin } = createDispatcher(outbox);

  async function beginMore(): Promise<number> {
    const room = atOnce - inFlight.size;
    const items = room > 0 ? await outbox.claim(room) : [];
    items.forEach(begin);
    return items.length;
  }

  while (faults.length === 0 && mayBegin()) {
    const endedBefore = ended();
    if (await beginMore().catch((error: unknown) => void faults.push(error))) continue;
    // A delivery that ended during the claim may have freed a slot of its host: claim again.
    if (inFlight.size === 0 && ended() === endedBefore) break;
    if (inFlight.size > 0) await Promise.race(inFlight);
    await pause(DEBOUNCE_MS);
  }
  await Promise.all(inFlight);
  if (faults.length > 0) throw faults[0];
  return counts;
}
