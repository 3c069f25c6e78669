// @ts-check

import { hash } from "node:crypto";

/** Takes about a millisecond to hash. */
const WORK = Buffer.alloc(1024 * 1024, "work");

/** @param {readonly number[]} sorted @param {number} share */
export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** How steady the machine is while something is measured on it: the same work, which is done beside each call and always takes as long. */
export function createPace() {
  /** @type {number[]} */
  const taken = [];
  return {
    tick() {
      const began = performance.now();
      hash("sha256", WORK);
      taken.push(performance.now() - began);
    },
    told() {
      const sorted = taken.toSorted((one, other) => one - other);
      const at = (/** @type {number} */ share) => quantile(sorted, share).toFixed(2);
      return `p50 ${at(0.5)}, p95 ${at(0.95)} ms, longest ${at(1)}`;
    },
  };
}
