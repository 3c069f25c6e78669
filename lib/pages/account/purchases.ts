import { paymentHistory } from "@/lib/endpoints/payment/history";
import { definePage } from "../define";

export const purchasesPage = definePage({
  path: "/account/purchases",
  title: "Purchases",
  description: "What was paid into the account: dollars, credits and transactions, with unfinished payments on top.",
  label: null,
  group: "Build",
  audience: "personal",
  endpoints: [{ endpoint: paymentHistory }],
  parameters: {},
});
