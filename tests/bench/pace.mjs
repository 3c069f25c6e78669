// @ts-check

/** Takes one to two milliseconds to parse, and slows down with memory as the service does. */
const WORK = JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ index, name: `entry ${index}` })));

/** @param {readonly number[]} sorted @param {number} share */
export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Shows how steady the machine is: times the same work beside every measured call. */
export function createPace() {
  /** @type {number[]} */
  const times = [];
  return {
    tick() {
      const began = performance.now();
      JSON.parse(WORK);
      times.push(performance.now() - began);
    },
    /** What waits for a core counts here too, unlike in a median. */
    mean: () => times.reduce((sum, time) => sum + time, 0) / times.length,
    summary() {
      const sorted = times.toSorted((one, other) => one - other);
      const at = (/** @type {number} */ share) => quantile(sorted, share).toFixed(2);
      return `p50 ${at(0.5)}, p95 ${at(0.95)} ms, longest ${at(1)}`;
    },
  };
}
