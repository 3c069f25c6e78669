import type { Db } from "@/db/client";
import { listStatusDays, listTransitionsIn } from "@/db/queries/status/status";
import { findServices } from "@/lib/catalogs/find-services";
import { addDays, type DateRange, utcDay } from "@/lib/domain/basics/date-range";
import { providerUptime } from "@/lib/domain/status/provider-uptime";
import { statusServices } from "./provider-states";
import type { Uptime } from "@/lib/schemas/status";

const startOf = (date: string): Date => new Date(`${date}T00:00:00.000Z`);

export async function findUptime(db: Db, provider: string, range: DateRange, now: Date): Promise<Uptime> {
  const today = utcDay(now);
  const match = findServices(provider);
  const ids = match.pages.map((page) => page.id);
  const [services, days, changes] = await Promise.all([
    statusServices(db),
    listStatusDays(db, ids, range.from, range.to),
    listTransitionsIn(db, ids, startOf(range.from), startOf(addDays(range.to, 1))),
  ]);
  const uptime = providerUptime(
    ids.flatMap((id) => services.get(id) ?? []),
    days,
    changes,
    range,
  );
  return {
    provider: match.provider ?? match.pages[0]?.provider ?? provider,
    services: match.pages.map((page) => page.name),
    range,
    ...uptime,
    partial: range.to === today,
    days: uptime.days.map((day) => ({ ...day, partial: day.date === today })),
  };
}
