import { history } from "@/lib/endpoints/history";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { incidents } from "@/lib/endpoints/incidents";
import { archive } from "@/lib/endpoints/models/archive";
import { movers } from "@/lib/endpoints/models/movers";
import { compareHistory } from "@/lib/endpoints/premium/history/compare";
import { whatsNew } from "@/lib/endpoints/premium/whats-new";
import { definePage } from "./define";
import { choiceParameter, dayParameter, integerParameter } from "./parameters";

/** Lengths of the window that are offered, in days. */
export const WINDOWS = [1, 3, 7] as const;

/** Incidents that fit beside the price changes. */
export const NEWEST_INCIDENTS = { limit: "6" };

/** Rows that are worth a look, of moves and of models no longer sold. */
export const LARGEST_MOVES = { days: "30", limit: "10" };
export const NEWEST_ARCHIVED = { limit: "10" };

export const changesPage = definePage({
  path: "/changes",
  title: "Changes",
  description: "What moved: prices, models that came and went, incidents and news of the last days, or what two captured days differ in.",
  label: "Changes",
  group: "Now",
  audience: "public",
  endpoints: [
    { endpoint: whatsNew, takes: { days: "days" } },
    { endpoint: compareHistory, takes: { from: "from", to: "to", type: "type" } },
    { endpoint: history },
    { endpoint: snapshotOn, query: { type: "pricing" } },
    { endpoint: incidents, query: NEWEST_INCIDENTS },
    { endpoint: movers, query: LARGEST_MOVES },
    { endpoint: archive, query: NEWEST_ARCHIVED },
  ],
  parameters: {
    days: integerParameter({ min: 1, max: 7 }).withDefault(1),
    /** Both together compare two days in place of the window. */
    from: dayParameter(),
    to: dayParameter(),
    type: choiceParameter(["pricing", "benchmarks"]).withDefault("pricing"),
  },
});
