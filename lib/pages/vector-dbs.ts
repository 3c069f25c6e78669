import { vectorDbs } from "@/lib/endpoints/vector-dbs";
import { VectorDatabaseType } from "@/lib/schemas/models/vector-database";
import { definePage } from "./define";
import { choiceParameter, flagParameter, pageParameter, sortParameter, textParameter } from "./parameters";

const COLUMNS = ["name", "price", "released"] as const;

export const vectorDbsPage = definePage({
  path: "/vector-dbs",
  title: "Vector databases",
  description: "Vector databases by hosting, free tier, starting price, search abilities and licence, each with its source.",
  label: "Vector databases",
  under: "/gpus",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: vectorDbs, takes: { type: "type", open_source: "open" } }],
  parameters: {
    q: textParameter(),
    type: choiceParameter(VectorDatabaseType.options),
    open: flagParameter(),
    hybrid: flagParameter(),
    sort: sortParameter(COLUMNS, { column: "name", direction: "asc" }),
    page: pageParameter(),
  },
});
