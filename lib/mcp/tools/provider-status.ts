import { plural } from "@/lib/domain/pages/format";
import { z } from "zod";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { incidents } from "@/lib/endpoints/incidents";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { status } from "@/lib/endpoints/status";
import { Refused } from "../refused";
import { isLongerThan } from "./get-model";
import { defineTool, of, own, typesOf, type Ask, type Found, type Values } from "../tool";

const FREE_DAYS = 30;

async function stateNow({ provider }: Values, ask: Ask): Promise<Found> {
  const { services } = await ask.call(status, { query: { provider } });
  const rows = services.map((service) => ({
    ...service,
    open: service.openEvents.length,
    troubled: service.components.filter((component) => component.status !== "operational").map(({ name }) => name),
  }));
  const bad = rows.filter((row) => row.status === "down" || row.status === "degraded");
  const unknown = rows.filter((row) => row.status === "unknown").length;
  const named =
    bad.length === 0
      ? "none reports trouble"
      : `trouble at ${bad
          .map(({ name }) => name)
          .slice(0, 8)
          .join(", ")}`;
  return {
    summary: `${plural(rows.length, "service")}: ${named}${unknown > 0 ? `; ${unknown} could not be read` : ""}.`,
    rows: [...bad, ...rows.filter((row) => !bad.includes(row))],
    columns: ["name", "provider", "status", "reason", "lastKnownStatus", "lastChecked"],
    foreign: ["openEvents"],
  };
}

async function pastIncidents({ provider }: Values, ask: Ask): Promise<Found> {
  const { incidents: rows } = await ask.call(incidents, { query: { provider, limit: "200" } });
  const open = rows.filter(({ resolvedAt }) => resolvedAt === null).length;
  return {
    summary: `${plural(rows.length, "incident")}, ${open} open, the newest first.`,
    rows,
    columns: ["service", "severity", "title", "startedAt", "resolvedAt", "durationMinutes"],
    foreign: ["title"],
  };
}

async function uptime({ provider, from, to }: Values, ask: Ask): Promise<Found> {
  if (provider === undefined) throw new Refused("`provider` is required where `show` is uptime.");
  const answer = await ask.call(ask.isPaid && isLongerThan(FREE_DAYS, { from, to }, ask.now) ? premiumStatusUptime : statusUptime, {
    query: { provider, from, to },
  });
  const { range, uptime_pct: share, days_with_data: known } = answer;
  return {
    summary: `${answer.provider}, ${range.from} to ${range.to}: ${share === null ? "no day is known" : `${share} % of ${known} known days without trouble`}; ${answer.days_missing} days unknown. Rows are the days with trouble.`,
    rows: answer.incident_days,
    columns: ["date", "status"],
  };
}

export const providerStatus = defineTool({
  name: "provider_status",
  title: "Provider status",
  description: "State of AI services now, their incidents or uptime. Is it me or them: check_services.",
  charges: [premiumStatusUptime],
  takes: {
    provider: of(status, "provider", "Id or name"),
    show: own(z.enum(["now", "incidents", "uptime"]).default("now").describe("What")),
    from: of(statusUptime, "from", "Uptime from day"),
    to: of(statusUptime, "to", "To day"),
  },
  row: typesOf(status, ["services"], ["name", "provider", "status", "reason"]),
  async answer(values, ask) {
    if (values.show === "incidents") return pastIncidents(values, ask);
    if (values.show === "uptime" || values.from !== undefined || values.to !== undefined) return uptime(values, ask);
    return stateNow(values, ask);
  },
});
