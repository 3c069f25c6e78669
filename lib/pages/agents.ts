import { agentCategories } from "@/lib/catalogs/agents-directory";
import { agentsDirectory } from "@/lib/endpoints/agents/directory";
import { definePage } from "./define";
import { choiceParameter, flagParameter, pageParameter, sortParameter, textParameter } from "./parameters";

const COLUMNS = ["name", "launched"] as const;

export const agentsPage = definePage({
  path: "/agents",
  title: "Agents",
  description: "AI agents, assistants and the tools to build them, by category, with how each is sold and its source.",
  label: "Agents",
  under: "/benchmarks",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: agentsDirectory, takes: { category: "category" } }],
  parameters: {
    q: textParameter(),
    category: choiceParameter(agentCategories.map(({ id }) => id)),
    open: flagParameter(),
    sort: sortParameter(COLUMNS, { column: "name", direction: "asc" }),
    page: pageParameter(),
  },
});
