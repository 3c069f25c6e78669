import { addressInLlmsText, type PublishedCopy } from "@/lib/domain/money/purchase-flow/compare-copies";
import type { Address, CopyName, Method, Order, Payment } from "@/lib/domain/money/purchase-flow/purchase-state";
import { PINNED_WALLET } from "./pinned-wallet.mjs";
import { bodyOf, numberOf, post, read, readText, textOf, type ServiceResponse } from "./ask-service";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A quote, and what is needed to pay it in each of the ways. */
export interface Offer {
  payment: Payment;
  copy: PublishedCopy;
  /** EIP-712 data that the service turns into a transfer; null where it pays no gas. */
  gasless: unknown;
  /** Milliseconds by which this device's clock is behind that of the service. */
  clockOffset: number;
}

/** Null for an answer that is not a quote for this payer. */
function paymentIn({ body }: ServiceResponse, { order: { goal }, sender, method, key: id }: QuoteWish): Payment | null {
  const [memo, wallet, contract, units] = [
    textOf(body, "memo"),
    textOf(body, "wallet"),
    textOf(body, "contract"),
    textOf(body, "amount_base_units"),
  ];
  const [credits, chainId] = [numberOf(body, "credits"), numberOf(body, "chain_id")];
  const expiresAt = Date.parse(textOf(body, "expires_at") ?? "");
  if (textOf(body, "sender_wallet")?.toLowerCase() !== sender?.toLowerCase()) return null;
  if (memo === null || !ADDRESS.test(wallet ?? "") || !ADDRESS.test(contract ?? "") || !/^\d{1,20}$/.test(units ?? "")) return null;
  if (credits === null || chainId === null || Number.isNaN(expiresAt)) return null;
  const quote = {
    memo,
    units: BigInt(units ?? 0),
    credits,
    payTo: wallet as Address,
    contract: contract as Address,
    chainId,
    expiresAt,
    sender,
    uri: textOf(body, "payment_uri"),
  };
  return { id, quote, goal, method, hash: null, madeAt: Date.now() };
}

/** A cent is 10,000 units, so that dollars with two decimals are exact. */
const dollarsOf = (units: bigint): number => Number(units / 10_000n) / 100;

export interface QuoteWish {
  order: Order;
  sender: Address | null;
  method: Method;
  /** Repeats the same quote, should its answer be lost. */
  key: string;
}

/** An offer, or why there is none. */
export async function askForQuote(wish: QuoteWish, signal: AbortSignal): Promise<Offer | ServiceResponse> {
  const { order, sender, key } = wish;
  const body = { amount_usd: dollarsOf(order.units), ...(sender === null ? {} : { sender_wallet: sender }) };
  const answer = await post("/api/payment/buy-credits", body, { signal, key });
  const payment = answer.status === 200 ? paymentIn(answer, wish) : null;
  if (payment === null) return answer;
  const quotedAt = Date.parse(textOf(answer.body, "quoted_at") ?? "");
  const { payTo, contract, chainId } = payment.quote;
  return {
    payment,
    copy: { at: "the quote", address: payTo, contract, chainId, decimals: numberOf(answer.body, "decimals") },
    gasless: answer.body.gasless ?? null,
    clockOffset: Number.isNaN(quotedAt) ? 0 : quotedAt - Date.now(),
  };
}

export const isOffer = (answer: Offer | ServiceResponse): answer is Offer => "payment" in answer;

/** Whether another attempt can help. An embargo and an amount that is not accepted stay as they are. */
export const refusalKind = ({ status }: ServiceResponse): "retry" | "never" =>
  status === null || status === 429 || status >= 500 || status === 409 ? "retry" : "never";

export interface Copies {
  copies: PublishedCopy[];
  missing: CopyName[];
  /** Least amount that the service submits without gas of the buyer; null where it does not. */
  gaslessFrom: bigint | null;
  /** Why nothing is sold; null while it is. */
  pausedReason: string | null;
}

function gaslessFrom(info: ServiceResponse): bigint | null {
  const gasless = bodyOf(info.body, "gasless");
  const minimum = numberOf(gasless, "minimum_usd");
  return gasless.available === true && minimum !== null ? BigInt(Math.round(minimum * 1_000_000)) : null;
}

/** Reads every place where the address to pay stands. */
export async function readCopies(signal: AbortSignal): Promise<Copies> {
  const [info, llms] = await Promise.all([read("/api/payment/info", signal), readText("/llms.txt", signal)]);
  const wallet = bodyOf(info.body, "wallet");
  const infoAddress = textOf(wallet, "address");
  const llmsAddress = llms === null ? null : addressInLlmsText(llms);
  const copies: PublishedCopy[] = [];
  const none = { contract: null, chainId: null, decimals: null };
  if (infoAddress !== null) {
    const terms = { contract: textOf(wallet, "contract"), chainId: numberOf(wallet, "chain_id"), decimals: numberOf(wallet, "decimals") };
    copies.push({ at: "payment/info", address: infoAddress, ...terms });
  }
  if (llmsAddress !== null) copies.push({ at: "llms.txt", address: llmsAddress, ...none });
  if (PINNED_WALLET !== null) copies.push({ at: "this build", address: PINNED_WALLET, ...none });
  const missing: CopyName[] = [];
  if (infoAddress === null) missing.push("payment/info");
  if (llmsAddress === null) missing.push("llms.txt");
  return {
    copies,
    missing,
    gaslessFrom: gaslessFrom(info),
    pausedReason:
      info.status === 200 && info.body.enabled === false ? (textOf(info.body, "reason") ?? "Nothing is sold at present.") : null,
  };
}
