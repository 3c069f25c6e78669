import type { Db } from "@/db/client";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { capturedAt, capturedDays } from "../history/captured-days";
import { plantHistory, type HistorySize, type PlantedHistory } from "../history/plant";
import { plantChanges } from "./changes";
import { plantCves } from "./cves";
import { plantProbes } from "./probes";
import { plantCrawlerHits, plantOffers, plantRepositories, plantStories } from "./readings";

const NINETY_DAYS: HistorySize = {
  days: 90,
  troubles: [
    { service: "anthropic", state: "down", sinceMinutes: 90 },
    { service: "groq", state: "degraded", sinceMinutes: 40 },
    { service: "mistral", state: "unknown", sinceMinutes: 30 },
  ],
  hasCrossChecks: true,
};

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
