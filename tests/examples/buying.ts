import { setTimeout as delay } from "node:timers/promises";
import { privateKeyToAccount } from "viem/accounts";
import { operationName } from "@/lib/docs/answer-examples";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentClaimMessage } from "@/lib/endpoints/payment/claim-message";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { submitGaslessPurchase } from "@/lib/endpoints/payment/gasless";
import { paymentHistory } from "@/lib/endpoints/payment/history";
import { paymentTokens } from "@/lib/endpoints/payment/tokens";
import { deletePaymentToken } from "@/lib/endpoints/payment/tokens/[id]";
import { createPaymentToken } from "@/lib/endpoints/payment/tokens/create";
import { endAllPaymentTokens } from "@/lib/endpoints/payment/tokens/end-all";
import { rotatePaymentToken } from "@/lib/endpoints/payment/tokens/rotate";
import { paymentRevoke } from "@/lib/endpoints/payment/revoke";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import type { RailsWorld } from "../support/money/rails-world";
import { request, type Answer } from "../support/server/request";

const CONFIRMATIONS = 7;
const PATIENCE = 40;

const wallet = privateKeyToAccount(`0x${"5b".repeat(32)}`);

const post = (endpoint: AnyEndpoint, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  request(endpoint, endpoint.path, { method: "POST", body: JSON.stringify(body), headers });

async function collected(nonce: string): Promise<Answer> {
  for (let turn = 0; turn < PATIENCE; turn += 1) {
    const answer = await post(confirmPayment, { nonce });
    if (answer.status === 200) return answer;
    await delay(500);
  }
  throw new Error("the purchase was not found on the chain");
}

/** What the wallet signs for a purpose, signed. */
async function signed(query: Record<string, string>): Promise<{ wallet: string; signature: string }> {
  const target = `${paymentClaimMessage.path}?${new URLSearchParams({ ...query, wallet: wallet.address })}`;
  const { body } = await request(paymentClaimMessage, target);
  return { wallet: wallet.address, signature: await wallet.signMessage({ message: String(body.message) }) };
}

/**
 * A purchase from quote to token, and what its wallet does with the tokens. It gives the answers of
 * the operations that need a payment.
 */
export async function answersOfBuying(world: RailsWorld): Promise<Map<string, Answer>> {
  await world.local.mint(wallet.address, 100_000_000n);
  const quote = await post(buyCredits, { amount_usd: 5, sender_wallet: wallet.address });
  const { typed_data: typed } = quote.body.gasless;
  const sent = await post(submitGaslessPurchase, {
    nonce: quote.body.memo,
    authorization: typed.message,
    signature: await wallet.signTypedData(typed),
  });
  await world.local.mine(CONFIRMATIONS);
  const confirmed = await collected(String(quote.body.memo));
  const bearer = { authorization: `Bearer ${confirmed.body.token}` };
  const history = await request(paymentHistory, paymentHistory.path, { headers: bearer });
  const accounts = await post(paymentTokens, await signed({ purpose: "tokens" }));
  const [account] = accounts.body.accounts;
  const created = await post(createPaymentToken, { name: "nightly report" }, bearer);
  const deleted = await request(deletePaymentToken, deletePaymentToken.path.replace("[id]", String(created.body.id)), {
    method: "DELETE",
    headers: bearer,
    params: { id: String(created.body.id) },
  });
  const rotated = await post(rotatePaymentToken, { grace_seconds: 3600 }, bearer);
  const next = { authorization: `Bearer ${rotated.body.token}` };
  const revoked = await post(paymentRevoke, { confirm: true }, next);
  const { id } = account;
  const ended = await post(endAllPaymentTokens, { ...(await signed({ purpose: "end-all", account_id: String(id) })), account_id: id });
  return new Map<string, Answer>([
    [operationName(buyCredits), quote],
    [operationName(submitGaslessPurchase), sent],
    [operationName(confirmPayment), confirmed],
    [operationName(paymentHistory), history],
    [operationName(paymentTokens), accounts],
    [operationName(createPaymentToken), created],
    [operationName(deletePaymentToken), deleted],
    [operationName(rotatePaymentToken), rotated],
    [operationName(paymentRevoke), revoked],
    [operationName(endAllPaymentTokens), ended],
  ]);
}
