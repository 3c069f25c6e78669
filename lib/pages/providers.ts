import { models } from "@/lib/endpoints/models";
import { retirements } from "@/lib/endpoints/models/retirements";
import { status } from "@/lib/endpoints/status";
import { statusDays } from "@/lib/endpoints/status/days";
import { definePage } from "./define";
import { pageParameter, sortParameter, textParameter } from "./parameters";

export const EVERY_LISTING = { include: "hosts" };
export const ENDS_OF_A_YEAR = { within_days: "365" };

export const providersPage = definePage({
  path: "/providers",
  title: "Providers",
  description: "Who sells language models: whether each is up now, its uptime of 30 days, its models and prices, and how many of them end.",
  label: "Providers",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [
    { endpoint: models, query: EVERY_LISTING },
    { endpoint: status },
    { endpoint: statusDays },
    { endpoint: retirements, query: ENDS_OF_A_YEAR },
  ],
  parameters: {
    q: textParameter(),
    sort: sortParameter(["name", "uptime", "models", "lowest", "ends"], { column: "models", direction: "desc" }),
    page: pageParameter(),
  },
});
