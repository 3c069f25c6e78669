import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { definePage } from "./define";

export const billPage = definePage({
  path: "/models/cost/bill",
  title: "Check a bill",
  description:
    "Was it billed right? Paste an export of usage, and see what every line cost at the price of its own time, with its source and the sums.",
  label: null,
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: costBill }],
  parameters: {},
});
