"use server";

import { randomBytes } from "node:crypto";
import { PlainCode } from "@/components/api/code";
import { PayByHand } from "@/components/wallet/payment-facts";
import type { FormState } from "@/lib/domain/pages/form-state";
import type { Address } from "@/lib/domain/money/purchase-flow/purchase-state";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { ApiError, type ErrorCode } from "@/lib/errors";
import { baseUrl } from "@/lib/http/build";
import { call } from "@/lib/http/call";
import { callForVisitor, callInSession } from "@/lib/http/session/call-in-session";
import { act } from "../account/act";
import { buyPage } from "@/lib/pages/buy";

type QuoteAnswer = ReturnType<typeof buyCredits.response.parse>;

const confirmCommand = (memo: string): string =>
  `curl -s ${baseUrl()}/api/payment/confirm -H 'Content-Type: application/json' \\\n  -d '{"nonce":"${memo}"}'`;

/** A quote with all that is needed to pay it elsewhere, for readers whose browser runs no script. */
export async function quoteByHand(_: FormState<React.ReactNode>, form: FormData): Promise<FormState<React.ReactNode>> {
  return act(buyPage.path, async (visit) => {
    const { status, body } = await callForVisitor(visit, buyCredits, {
      body: { amount_usd: Number(form.get("amount")) },
      idempotencyKey: randomBytes(16).toString("hex"),
    });
    if (status !== 200) {
      const { error, message, ...details } = body as { error: ErrorCode; message: string };
      throw new ApiError(error, message, details);
    }
    const {
      memo,
      amount_base_units: units,
      credits,
      wallet,
      contract,
      chain_id: chainId,
      expires_at: end,
      payment_uri: uri,
    } = body as QuoteAnswer;
    const { operator } = await call(paymentInfo);
    const quote = {
      memo,
      units: BigInt(units),
      credits,
      payTo: wallet as Address,
      contract: contract as Address,
      chainId,
      expiresAt: Date.parse(end),
      sender: null,
    };
    return (
      <>
        <h2 className="mb-3 text-h2">Pay from any wallet</h2>
        <PayByHand quote={quote} social={operator.social} uri={uri}>
          <div>
            <p className="mb-1">
              After you have paid, this collects your token; while the payment is not deep enough in the chain it says so:
            </p>
            <PlainCode text={confirmCommand(memo)} label="Command that confirms the payment" />
          </div>
        </PayByHand>
      </>
    );
  });
}

/** Adds a payment to the account that is signed in; the page has no token of it. */
export async function confirmInSession(proof: {
  tx_hash?: string;
  nonce?: string;
  signature?: string;
}): Promise<{ status: number; body: unknown }> {
  const outcome = await act(buyPage.path, (visit) => callInSession(visit, confirmPayment, { body: proof }));
  if (outcome.kind === "done") return outcome.result;
  if (outcome.kind === "idle") throw new Error("the confirmation was not sent");
  const { status, code, message, details } = outcome;
  return { status, body: { ...details, error: code, message } };
}
