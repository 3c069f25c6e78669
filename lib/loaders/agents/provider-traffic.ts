import type { Db } from "@/db/client";
import { listHitsByBot } from "@/db/queries/agents/crawlers";
import { providerOfBot } from "@/lib/catalogs/crawlers";
import { RECENT_HOURS } from "@/lib/domain/attention/attention-counts";
import { HOUR_MS } from "@/lib/domain/basics/time";

/** Hits of the last 24 hours by crawlers whose operator is a provider, by provider. */
export async function trafficByProvider(db: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const byProvider = new Map<string, number>();
  for (const { bot, hits } of await listHitsByBot(db, new Date(now.getTime() - RECENT_HOURS * HOUR_MS))) {
    const provider = providerOfBot.get(bot);
    if (provider !== undefined) byProvider.set(provider, (byProvider.get(provider) ?? 0) + hits);
  }
  return byProvider;
}
