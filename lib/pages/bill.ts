import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { definePage } from "./define";

export const billPage = definePage({
  path: "/models/cost/bill",
  title: "A bill, recomputed",
  description: "What usage cost at the prices of its own time: paste an export, and see every line's price, its source and the sums.",
  label: null,
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: costBill }],
  parameters: {},
});
