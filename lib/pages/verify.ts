import { jwks } from "@/lib/docs/receipt-keys";
import { VERIFY_PATH } from "@/lib/domain/receipts/receipt-link";
import { receiptProof } from "@/lib/endpoints/receipt/log/[date]/proof";
import { verifyPostedReceipt } from "@/lib/endpoints/receipt/verify";
import { definePage } from "./define";

export const verifyPage = definePage({
  path: VERIFY_PATH,
  title: "Verify a receipt",
  description: "Is this receipt genuine? Who signed it, what was asked, answered and charged, checked in your browser, also offline.",
  label: "Verify",
  under: "/docs",
  group: "Build",
  audience: "public",
  endpoints: [{ endpoint: jwks }, { endpoint: verifyPostedReceipt }, { endpoint: receiptProof }],
  /** The browser alone reads the receipt of a link. No server needs it, and no stored page is made for it. */
  parameters: {},
});
