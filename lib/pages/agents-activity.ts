import { agentsActivity } from "@/lib/endpoints/agents/activity";
import { definePage } from "./define";
import { pageParameter, sortParameter, textParameter } from "./parameters";

const COLUMNS = ["name", "hits"] as const;

export const agentsActivityPage = definePage({
  path: "/agents/activity",
  title: "Crawlers",
  description: "Which AI crawlers visited this service today, how often, and whose they are.",
  label: "Crawlers",
  under: "/docs",
  group: "Build",
  audience: "public",
  endpoints: [{ endpoint: agentsActivity }],
  parameters: { q: textParameter(), sort: sortParameter(COLUMNS, { column: "hits", direction: "desc" }), page: pageParameter() },
});
