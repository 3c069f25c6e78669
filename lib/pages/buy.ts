import { BUY_PATH } from "@/lib/domain/money/offered-wallets";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { definePage } from "./define";
import { hashParameter, numberParameter } from "./parameters";

export const buyPage = definePage({
  path: BUY_PATH,
  title: "Buy credits",
  description: "Pay in USDC on Base, from the wallet in this browser or from any other; the exact amount identifies your payment.",
  label: "Buy credits",
  under: "/docs",
  group: "Build",
  audience: "public",
  endpoints: [{ endpoint: paymentInfo }, { endpoint: buyCredits }, { endpoint: confirmPayment }],
  parameters: { amount: numberParameter({ min: 0.5, max: 10_000 }).withDefault(5), tx: hashParameter() },
});
