import { capability } from "@/lib/endpoints/capability";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { incidents } from "@/lib/endpoints/incidents";
import { models } from "@/lib/endpoints/models";
import { retirements } from "@/lib/endpoints/models/retirements";
import { newsStories } from "@/lib/endpoints/news/stories";
import { status } from "@/lib/endpoints/status";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { stateCard } from "./cards";
import { definePage } from "./define";

/** How soon a model ends that Today names. */
export const SOON_DAYS = "30";
/** Rows of each list: with more of them the page is longer than a screen. */
export const SHOWN_ROWS = 3;

export const todayPage = definePage({
  path: "/",
  title: "Today",
  description: "Who leads and who is cheap, who is down, what ends, what moved, what is new, what is reported.",
  label: "Today",
  group: "Now",
  audience: "public",
  card: stateCard,
  endpoints: [
    { endpoint: statusSummary },
    { endpoint: status },
    { endpoint: incidents, query: { open: "true" } },
    { endpoint: newsStories, query: { limit: String(SHOWN_ROWS) } },
    { endpoint: snapshotOn, query: { type: "pricing" } },
    { endpoint: models },
    { endpoint: capability },
    { endpoint: retirements, query: { within_days: SOON_DAYS } },
  ],
  parameters: {},
});
