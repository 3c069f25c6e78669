import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { definePage } from "../define";

export const usagePage = definePage({
  path: "/account/usage",
  title: "Usage",
  description: "What the account's credits were spent on, day by day and call by call, and what was not charged and why.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: paymentUsage, query: { days: "30" } }],
  parameters: {},
});
