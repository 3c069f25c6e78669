// @ts-check
import { readFileSync } from "node:fs";

/**
 * For `node --import`: the process and its threads see a machine whose clock is off by the milliseconds in the file
 * CLOCK_SHIFT_FILE, now, whatever it was a moment ago. Timers and the time since the machine's start are as they are.
 */
const file = process.env.CLOCK_SHIFT_FILE ?? "";
const RealDate = Date;

const LOOK_EVERY_MS = 20;
let shift = 0;
let lookedAt = -Infinity;

/** @returns {number} */
function shifted() {
  if (performance.now() - lookedAt > LOOK_EVERY_MS) {
    lookedAt = performance.now();
    shift = Number(readFileSync(file, "utf8"));
  }
  return RealDate.now() + shift;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [shifted()] : args, newTarget),
  apply: () => new RealDate(shifted()).toString(),
  get: (target, name, receiver) => (name === "now" ? shifted : Reflect.get(target, name, receiver)),
});
