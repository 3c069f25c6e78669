import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { definePage } from "../define";
import { choiceParameter, sitePathParameter } from "../parameters";

/** Shows the sign-in without a session, so that every address of the account leads there and back. */
export const accountPage = definePage({
  path: "/account",
  title: "Account",
  description: "Balance, days left, tokens, usage, purchases and watches of an account, after signing in by token or wallet.",
  label: "Account",
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: paymentBalance }, { endpoint: paymentUsage, query: { days: "30" } }],
  parameters: {
    /** The page to go back to after signing in. */
    next: sitePathParameter(),
    /** What led to the sign-in, said above it. */
    after: choiceParameter(["signed-out", "signed-out-everywhere", "token-ended", "all-ended"]),
  },
});
