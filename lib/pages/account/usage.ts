import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { definePage } from "../define";
import { choiceParameter, textParameter } from "../parameters";

export const USAGE_RANGES = ["7", "30", "90"] as const;

/** Each has ids that do not compress, and the page has ninety days too. */
export const CALLS_SHOWN = "20";

export const usagePage = definePage({
  path: "/account/usage",
  title: "Usage",
  description: "What the account's credits were spent on, day by day and call by call, and what was not charged and why.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [
    { endpoint: paymentUsage, takes: { days: "days" } },
    { endpoint: usageCalls, query: { limit: CALLS_SHOWN }, takes: { days: "days", charged: "charged", cursor: "cursor" } },
  ],
  parameters: {
    days: choiceParameter(USAGE_RANGES).withDefault("30"),
    charged: choiceParameter(["true", "false"]),
    cursor: textParameter(),
  },
});
