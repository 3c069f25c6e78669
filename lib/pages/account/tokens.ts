import { listPaymentTokens } from "@/lib/endpoints/payment/tokens";
import { definePage } from "../define";

export const tokensPage = definePage({
  path: "/account/tokens",
  title: "Tokens",
  description: "The tokens of the account: create one for each place that spends, replace them without a pause, end them.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: listPaymentTokens }],
  parameters: {},
});
