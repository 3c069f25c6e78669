import { z } from "zod";
import { textParam } from "./params";
import { SeriesRange } from "./series";
import { StatusDay } from "./status";

const Count = z.int();

/** Uptime of one provider, free and paid alike. */
export const Uptime = z.strictObject({
  provider: z.string(),
  services: z.array(z.string()).describe("Names of the services that were counted; the worst of them makes each day."),
  range: SeriesRange,
  days_total: Count,
  days_with_data: Count,
  days_missing: Count,
  days_operational: Count,
  days_degraded: Count,
  days_down: Count,
  days_unknown: Count,
  uptime_pct: z.number().nullable().describe("Null when no day has data."),
  uptime_pct_time_weighted: z.number().nullable(),
  partial: z.boolean().describe("True when the range includes today, which is not over."),
  incident_days: z.array(z.strictObject({ date: z.string(), status: z.enum(["degraded", "down"]) })),
  days: z.array(StatusDay),
});

export type Uptime = z.output<typeof Uptime>;

export const UPTIME_RULES =
  "A UTC day is down when two consecutive polls saw it down, else degraded when two saw it degraded or down, else operational; polls more than ten minutes apart each decide. Days without data do not count. `uptime_pct` = (operational + 0.5 × degraded) / days with data × 100. `uptime_pct_time_weighted` weighs the time between state changes instead.";

export const uptimeProviderParam = () =>
  textParam(100).meta({
    missing: "provider_required",
    accepts: "a provider id or name",
    description: "Provider id or name, or the name of a service",
  });

export const UnknownProvider = z.object({ available_providers: z.array(z.string()) });
