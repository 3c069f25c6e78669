import { AggregatorRegistry } from "prom-client";
import type { Db } from "@/db/client";
import { otherThreads } from "@/lib/config/threads";
import { ownMetricValues, type MetricValues } from "@/lib/config/metrics";
import { storedMetrics } from "./stored-metrics";
import { within } from "@/lib/config/within";

const otherMetricValues = (): Promise<MetricValues[][]> =>
  Promise.all(otherThreads().map((thread) => within(thread.metrics()).catch(() => [])));

/** The metrics of all threads, of the process and of the database, in Prometheus' text format. */
export async function metricsText(db: Db, now: Date): Promise<string> {
  const stored = await storedMetrics(db, now);
  const [others, ...own] = await Promise.all([otherMetricValues(), ownMetricValues(), stored.getMetricsAsJSON()]);
  return AggregatorRegistry.aggregate([...own, ...others]).metrics();
}
