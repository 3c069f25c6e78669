import { z } from "zod";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { serviceParam } from "@/lib/catalogs/name-params";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { embedUptime } from "@/lib/domain/badges/embed-uptime";
import { EMBED_PATHS, EMBED_POLICY } from "@/lib/domain/badges/embed-path";
import { changePages } from "@/lib/domain/history/changes/change-pages";
import { resolveProvider } from "@/lib/catalogs/providers";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findUptime } from "@/lib/loaders/status/find-uptime";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { UPTIME_RULES } from "@/lib/schemas/status";

const DAYS = 30;

export const uptimeEmbed = defineEndpoint({
  method: "GET",
  path: EMBED_PATHS.uptime,
  tag: "Badges",
  summary: `Embed for other sites: a small page to frame, with the uptime of ${DAYS} days`,
  description: `Has no script and sets no cookie; any site may frame it. ${UPTIME_RULES}`,
  access: free(),
  reads: ["provider_status"],
  maxAgeSeconds: 300,
  params: z.object({ provider: serviceParam().meta({ description: "Provider id or name, or the name of a service" }) }),
  produces: "text/html",
  headers: { "Content-Security-Policy": EMBED_POLICY, "Referrer-Policy": "no-referrer" },
  response: z.string(),
  errors: UNKNOWN_NAME,
  example: { params: { provider: "anthropic" } },
}).handle(async ({ params, db, now, baseUrl, siteName }) => {
  const to = utcDay(now);
  const { provider: found } = resolveProvider(params.provider);
  const {
    provider,
    days,
    days_with_data: daysWithData,
    uptime_pct: uptimePercent,
  } = await findUptime(db, params.provider, { from: addDays(to, 1 - DAYS), to, days: DAYS }, now);
  const href = `${baseUrl}${changePages.provider(found?.id ?? provider)}`;
  return embedUptime({ name: providerName(provider), siteName, href, days, daysWithData, uptimePercent });
});
