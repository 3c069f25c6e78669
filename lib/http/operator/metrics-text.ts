import { AggregatorRegistry } from "prom-client";
import type { Db } from "@/db/client";
import { frontThread } from "@/lib/config/front-thread";
import { ownMetricValues, type MetricValues } from "@/lib/config/metrics";
import { storedMetrics } from "./stored-metrics";
import { within } from "./within";

async function frontMetricValues(): Promise<MetricValues[]> {
  const front = frontThread();
  return front ? within(front.metrics()).catch(() => []) : [];
}

/** The metrics of both threads, of the process and of the database, in Prometheus' text format. */
export async function metricsText(db: Db, now: Date): Promise<string> {
  const stored = await storedMetrics(db, now);
  const values = await Promise.all([ownMetricValues(), frontMetricValues(), stored.getMetricsAsJSON()]);
  return AggregatorRegistry.aggregate(values).metrics();
}
