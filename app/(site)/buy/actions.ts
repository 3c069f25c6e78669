"use server";

import { randomBytes } from "node:crypto";
import { drawQr } from "@/components/wallet/draw-qr";
import type { QuoteByHand } from "@/components/wallet/quoted-by-hand";
import type { FormState } from "@/lib/domain/pages/form-state";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { ApiError, type ErrorCode } from "@/lib/errors";
import { baseUrl } from "@/lib/http/build";
import { callForVisitor, callInSession } from "@/lib/http/session/call-in-session";
import { act } from "../account/act";
import { buyPage } from "@/lib/pages/buy";

type QuoteAnswer = ReturnType<typeof buyCredits.response.parse>;

const confirmCommand = (memo: string): string =>
  `curl -s ${baseUrl()}/api/payment/confirm -H 'Content-Type: application/json' \\\n  -d '{"nonce":"${memo}"}'`;

/** A quote with all that is needed to pay it elsewhere, for readers whose browser runs no script. */
export async function quoteByHand(_: FormState<QuoteByHand>, form: FormData): Promise<FormState<QuoteByHand>> {
  return act(buyPage.path, async (visit) => {
    const { status, body } = await callForVisitor(visit, buyCredits, {
      body: { amount_usd: Number(form.get("amount")) },
      idempotencyKey: randomBytes(16).toString("hex"),
    });
    if (status !== 200) {
      const { error, message, ...details } = body as { error: ErrorCode; message: string };
      throw new ApiError(error, message, details);
    }
    const answer = body as QuoteAnswer;
    return {
      memo: answer.memo,
      units: answer.amount_base_units,
      credits: answer.credits,
      payTo: answer.wallet,
      contract: answer.contract,
      chainId: answer.chain_id,
      expiresAt: Date.parse(answer.expires_at),
      uri: answer.payment_uri,
      qr: drawQr(answer.payment_uri),
      command: confirmCommand(answer.memo),
    };
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
