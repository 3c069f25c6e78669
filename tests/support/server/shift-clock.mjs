// @ts-check
import { readFileSync } from "node:fs";

/**
 * Shifts the clock of the process and its threads, by `node --import`. The file CLOCK_SHIFT_FILE has
 * the milliseconds, which may change at any time. Timers and the machine's uptime are not shifted.
 */
const file = process.env.CLOCK_SHIFT_FILE ?? "";
const RealDate = Date;

/** Reads the file each time, because a test sets the clock and calls immediately. @returns {number} */
const shifted = () => RealDate.now() + Number(readFileSync(file, "utf8"));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [shifted()] : args, newTarget),
  apply: () => new RealDate(shifted()).toString(),
  get: (target, name, receiver) => (name === "now" ? shifted : Reflect.get(target, name, receiver)),
});
