import { listPaymentTokens } from "@/lib/endpoints/payment/tokens";
import { definePage } from "../define";
import { choiceParameter, integerParameter } from "../parameters";

export const tokensPage = definePage({
  path: "/account/tokens",
  title: "Tokens",
  description: "The tokens of the account: create one for each place that spends, replace them without a pause, end them.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: listPaymentTokens }],
  parameters: {
    /** The token that is about to be ended: the page then says what stops working. */
    end: integerParameter({ min: 1 }),
    /** Ended tokens are listed on request. */
    show: choiceParameter(["ended"]),
  },
});
