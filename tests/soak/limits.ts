import { setTimeout as delay } from "node:timers/promises";
import { LIMITS } from "@/lib/http/limits/limits";
import { newAddress } from "../support/server/http-call";
import type { Check } from "./books";
import type { World } from "./world";

const TOO_MANY = 15;
const AT_ONCE = 8;
/** Windows are whole minutes: one must not end while it is counted. */
const NEEDED_MS = 15_000;

async function awaitRestOfMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < NEEDED_MS) await delay(left + 200);
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000);

/**
 * Asks more from an address than it may, of all processes in turn. Exactly the limit is answered.
 * Counted again where a window ended meanwhile.
 */
export async function checkLimit(world: World): Promise<Check> {
  for (;;) {
    await awaitRestOfMinute();
    const beganIn = minuteOf(Date.now());
    const check = await countAnswered(world);
    if (minuteOf(Date.now()) === beganIn) return check;
  }
}

async function countAnswered({ balancer }: World): Promise<Check> {
  const address = newAddress();
  const statuses = new Map<number, number>();
  let left: number = LIMITS.free.calls + TOO_MANY;
  async function caller(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const { status } = await balancer.send({ target: "/api/models?provider=anthropic", address });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return {
    name: "rate limit",
    isMet: statuses.get(200) === LIMITS.free.calls && statuses.get(429) === TOO_MANY,
    says: [...statuses].map(([status, count]) => `${count} × ${status}`).join(", "),
  };
}
