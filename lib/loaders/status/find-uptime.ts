import type { Db } from "@/db/client";
import { listStatusDays, listTransitionsIn } from "@/db/queries/status/status";
import { findServices } from "@/lib/catalogs/find-services";
import { statusPages } from "@/lib/catalogs/status-pages";
import { addDays, type DateRange, utcDay } from "@/lib/domain/basics/date-range";
import { providerUptime } from "@/lib/domain/status/provider-uptime";
import { ApiError } from "@/lib/errors";
import { statusServices } from "./provider-states";
import type { Uptime } from "@/lib/schemas/status";

const providerIds = [...new Set(statusPages.map((page) => page.provider))].sort();

const startOf = (date: string): Date => new Date(`${date}T00:00:00.000Z`);

/** Accepts any name of a provider; throws a 404 that lists the followed ones. */
export function requireServices(provider: string): ReturnType<typeof findServices> {
  const match = findServices(provider);
  if (match.provider !== null || match.pages.length > 0) return match;
  throw new ApiError("provider_not_found", `No provider is called "${provider.slice(0, 80)}".`, { available_providers: providerIds });
}

export async function findUptime(db: Db, provider: string, range: DateRange, now: Date): Promise<Uptime> {
  const today = utcDay(now);
  const match = requireServices(provider);
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
