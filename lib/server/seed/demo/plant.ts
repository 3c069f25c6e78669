import type { Db } from "@/db/client";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { capturedAt, capturedDays } from "../history/captured-days";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { plantHistory, type HistorySize, type PlantedHistory } from "../history/plant";
import type { Trouble } from "../history/status";
import { plantChanges } from "./changes";
import { plantCves } from "./cves";
import { plantProbes } from "./probes";
import { plantCrawlerHits, plantOffers, plantRepositories, plantStories } from "./readings";

const TROUBLES: readonly Trouble[] = [
  { service: "anthropic", state: "down", sinceMinutes: 90 },
  { service: "groq", state: "degraded", sinceMinutes: 40 },
  { service: "mistral", state: "unknown", sinceMinutes: 30 },
];

const NINETY_DAYS: HistorySize = { days: 90, troubles: TROUBLES, hasCrossChecks: true };

/** The state in which the planted days end, and in which the service stays. */
export const lastStateOf = (service: string): ServiceState =>
  TROUBLES.find((trouble) => trouble.service === service)?.state ?? "operational";

/** Plants ninety days of all that is read and stored, and a present with three troubled services. */
export async function plantDemo(db: Db, now: Date): Promise<PlantedHistory> {
  const planted = await plantHistory(db, NINETY_DAYS, now);
  const today = utcDay(now);
  const days = capturedDays(now < capturedAt(today) ? addDays(today, -1) : today, NINETY_DAYS.days);
  await plantStories(db, days, now);
  await plantProbes(db, NINETY_DAYS.days, now);
  await plantOffers(db, now);
  const calendar = Array.from({ length: NINETY_DAYS.days }, (_, age) => addDays(today, age + 1 - NINETY_DAYS.days));
  await plantRepositories(db, calendar, now);
  await plantCrawlerHits(db, calendar, now);
  await plantCves(db, now);
  await plantChanges(db, now);
  return planted;
}
