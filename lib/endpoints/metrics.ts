import { z } from "zod";
import { defineEndpoint, freeProbe } from "@/lib/http/endpoint";
import { metricsText } from "@/lib/http/operator/metrics-text";
import { requireOperator } from "@/lib/http/operator/require-operator";

export const metrics = defineEndpoint({
  method: "GET",
  path: "/api/metrics",
  tag: "Service",
  summary: "Metrics of this service for Prometheus, for its operator alone",
  description:
    "Answers the operator's token or a caller on the same machine. The numbers are those of this process; of the database, those of all processes.",
  access: freeProbe(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  produces: "text/plain; version=0.0.4",
  response: z.string(),
  errors: { operator_only: z.object({}) },
}).handle(({ db, now, headers }) => {
  requireOperator(headers);
  return metricsText(db, now);
});
