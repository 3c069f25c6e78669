import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { processState } from "./process-state.mjs";

/** A metric with its values, as one thread tells it to another. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>[number];

const LATENCY_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** How often the thread's delay is measured. */
const TIMER_MS = 20;
/** The histogram measures a timer's period, in nanoseconds. What it takes longer than it should is the delay. */
const delayInSeconds = (period: number): number => Math.max(0, period / 1e9 - TIMER_MS / 1000);

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `aed_${name}`, help, labelNames, registers });
  return {
    registry,
    requests: counter("http_requests_total", "Requests answered, by route pattern and status, and by which part of the server answered", [
      "route",
      "method",
      "status",
      "answered_by",
    ]),
    latency: new Histogram({
      name: "aed_http_request_seconds",
      help: "Seconds from the arrival of a request to the end of its answer",
      labelNames: ["route"],
      buckets: LATENCY_SECONDS,
      registers,
    }),
    preparedHits: counter("prepared_hits_total", "Free answers that were sent as they were kept", []),
    paidCalls: counter("paid_calls_total", "Paid calls that were charged, or the reason why they cost nothing", ["outcome"]),
    creditsCharged: counter("credits_charged_total", "Credits that paid calls were charged", []),
    holdsOpened: counter("holds_opened_total", "Prices of calls that were put on hold", []),
    holdsReleased: counter("holds_released_total", "Holds that were given back, by why", ["why"]),
    limiterFallbacks: counter("limiter_fallbacks_total", "Calls that this process counted alone, because the store of limits was away", [
      "policy",
    ]),
    jobRuns: counter("job_runs_total", "Runs of jobs in this process, by how they ended", ["job", "outcome"]),
  };
}

type Metrics = ReturnType<typeof createMetrics>;

const own = processState<Metrics>("metrics", createMetrics);

export const metrics = (): Metrics => own;

const queues = processState<Map<string, () => number>>("queues", () => new Map());

/** A queue whose length is read whenever somebody looks at the metrics. */
export const watchQueue = (name: string, length: () => number): void => void queues.set(name, length);

/** Gauges of the thread itself. Only a server has them: a command line ends before anybody looks. */
export function measureThread(thread: string): void {
  const delay = monitorEventLoopDelay({ resolution: TIMER_MS });
  delay.enable();
  const registers = [own.registry];
  new Gauge({
    name: "aed_event_loop_delay_seconds",
    help: "How late the thread's timers were since the last look, in seconds",
    labelNames: ["thread", "quantile"],
    registers,
    collect() {
      for (const quantile of [50, 99, 100]) {
        this.set({ thread, quantile: String(quantile / 100) }, delayInSeconds(delay.percentile(quantile)));
      }
      delay.reset();
    },
  });
  new Gauge({
    name: "aed_heap_used_bytes",
    help: "Heap that the thread uses",
    labelNames: ["thread"],
    registers,
    collect() {
      this.set({ thread }, process.memoryUsage().heapUsed);
    },
  });
  new Gauge({
    name: "aed_queue_length",
    help: "What waits or is under way, by queue",
    labelNames: ["queue"],
    registers,
    collect() {
      for (const [queue, length] of queues) this.set({ queue }, length());
    },
  });
}

export const ownMetricValues = (): Promise<MetricValues[]> => own.registry.getMetricsAsJSON();
