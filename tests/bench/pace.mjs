// @ts-check

import { hash } from "node:crypto";

/** Takes about a millisecond to hash. */
const WORK = Buffer.alloc(1024 * 1024, "work");

/** @param {readonly number[]} sorted @param {number} share */
export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Shows how steady the machine is: times the same work beside every measured call. */
export function createPace() {
  /** @type {number[]} */
  const times = [];
  return {
    tick() {
      const began = performance.now();
      hash("sha256", WORK);
      times.push(performance.now() - began);
    },
    summary() {
      const sorted = times.toSorted((one, other) => one - other);
      const at = (/** @type {number} */ share) => quantile(sorted, share).toFixed(2);
      return `p50 ${at(0.5)}, p95 ${at(0.95)} ms, longest ${at(1)}`;
    },
  };
}
