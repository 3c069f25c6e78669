// @ts-check
import { readFileSync } from "node:fs";

/**
 * For `node --import`: the process and its threads see a machine whose clock is off by the milliseconds in the file
 * CLOCK_SHIFT_FILE, now, whatever it was a moment ago. Timers and the time since the machine's start are as they are.
 */
const file = process.env.CLOCK_SHIFT_FILE ?? "";
const RealDate = Date;

/** Read each time: a test sets the clock and calls at once. @returns {number} */
const shifted = () => RealDate.now() + Number(readFileSync(file, "utf8"));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [shifted()] : args, newTarget),
  apply: () => new RealDate(shifted()).toString(),
  get: (target, name, receiver) => (name === "now" ? shifted : Reflect.get(target, name, receiver)),
});
