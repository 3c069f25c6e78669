import { serviceTime } from "@/lib/config/clock";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { ABILITY, modelMap } from "@/lib/domain/models/model-map";
import { newestModels } from "@/lib/domain/models/newest-models";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import { capability } from "@/lib/endpoints/capability";
import { models } from "@/lib/endpoints/models";
import { call } from "@/lib/http/session/call";
import { blockOf } from "./block-answer";
import { SHOWN_ROWS } from "./today";

/** Months whose models are drawn: older ones are rarely bought, and crowd the picture. */
export const DRAWN_MONTHS = 18;
const DAYS_OF_MONTH = 365.25 / 12;

/** Prices against abilities of what was released of late, and the newest models. */
export const modelsNow = () =>
  blockOf(models, async () => {
    const since = addDays(utcDay(serviceTime()), -Math.round(DRAWN_MONTHS * DAYS_OF_MONTH));
    const [{ providers, captured_at }, { models: able }] = await Promise.all([call(models), call(capability, { released_since: since })]);
    const axes = { y: ABILITY, x: "blended", mix: 50, makers: null } as const;
    return {
      captured_at,
      map: modelMap({ scored: [], able }, scoredListings(providers), axes),
      newest: newestModels(providers, able, SHOWN_ROWS),
    };
  });
