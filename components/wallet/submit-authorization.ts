import type { Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import type { Payment } from "@/lib/domain/money/purchase-flow/purchase-state";
import { bodyOf, post, textOf } from "./ask-service";
import type { BuyerWallet } from "./wallet";

type Body = Readonly<Record<string, unknown>>;
const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null;

/** The text that the wallet shows must be the quote's own payment and nothing else. */
function requireOwnPayment({ quote }: Payment, typedData: Body): void {
  const [domain, message] = [bodyOf(typedData, "domain"), bodyOf(typedData, "message")];
  const same = (left: unknown, right: string) => typeof left === "string" && left.toLowerCase() === right.toLowerCase();
  const isOwn =
    typedData.primaryType === "TransferWithAuthorization" &&
    same(domain.verifyingContract, quote.contract) &&
    domain.chainId === quote.chainId &&
    same(message.to, quote.payTo) &&
    same(message.from, quote.sender ?? "") &&
    message.value === quote.units.toString() &&
    Number(message.validBefore) * 1000 <= quote.expiresAt;
  if (!isOwn) throw new Error("What the service asks to sign is not this payment, so nothing was signed.");
}

/** The wallet signs, and the service sends the transfer and pays its gas. */
export async function submitAuthorization(payment: Payment, offer: unknown, wallet: BuyerWallet | null): Promise<Event> {
  const typedData = isBody(offer) ? bodyOf(offer, "typed_data") : {};
  const path = isBody(offer) ? textOf(offer, "submit_to") : null;
  const { sender, memo } = payment.quote;
  const isOffered = path?.startsWith("/api/payment/") === true;
  if (wallet === null || sender === null || !isOffered) throw new Error("The service pays no gas at present.");
  requireOwnPayment(payment, typedData);
  const types = { EIP712Domain: DOMAIN_TYPE, ...bodyOf(typedData, "types") };
  const signature = await wallet.signTransfer(sender, { ...typedData, types });
  const answer = await post(path, { nonce: memo, authorization: typedData.message, signature });
  const isRefused = answer.status !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 409 && answer.status !== 429;
  if (isRefused || textOf(answer.body, "payment_state") === "unspent") {
    throw new Error(textOf(answer.body, "message") ?? "The service refused the signed transfer.");
  }
  // Whatever the service could not say, the payment is then found by its exact amount.
  return { type: "authorized", paymentId: payment.id };
}

/** Wallets compute the domain's hash from this list. */
const DOMAIN_TYPE = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];
