// @ts-check
/**
 * Runs in the page before its first byte, as it stands here. A compiled function would ask for helpers
 * that the page lacks.
 */
{
  const FREE_TASK_MS = 50;
  const seen = { lcp: 0, tbt: 0, cls: 0, inp: 0 };
  Object.assign(globalThis, { seen });
  /** @param {string} type @param {(entry: any) => void} onEntry */
  const watch = (type, onEntry) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe(
      /** @type {PerformanceObserverInit} */ ({ type, buffered: true, durationThreshold: 16 }),
    );
  watch("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  watch("longtask", ({ duration }) => (seen.tbt += Math.max(0, duration - FREE_TASK_MS)));
  watch("layout-shift", ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
  watch("event", ({ duration, interactionId }) => interactionId && (seen.inp = Math.max(seen.inp, duration)));
}
