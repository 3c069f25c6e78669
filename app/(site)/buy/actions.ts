"use server";

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { drawQr } from "@/components/wallet/draw-qr";
import type { ByHand } from "@/components/wallet/quoted-by-hand";
import { IDLE } from "@/lib/domain/pages/form-state";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { ApiError, type ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { callForVisitor, callInSession } from "@/lib/http/session/call-in-session";
import type { Visit } from "@/lib/http/session/visit";
import { act, formOf } from "../account/act";
import { buyPage } from "@/lib/pages/buy";

type Quoted = ReturnType<typeof buyCredits.response.parse>;
type Confirmed = ReturnType<typeof confirmPayment.response.parse>;

/** The answer to a visitor, or the API's refusal as an error. */
async function answerTo(visit: Visit, endpoint: AnyEndpoint, request: Parameters<typeof callForVisitor>[2]): Promise<unknown> {
  const { status, body } = await callForVisitor(visit, endpoint, request);
  if (status === 200) return body;
  const { error, message, ...details } = body as { error: ErrorCode; message: string; retry_after?: number };
  throw new ApiError(error, message, details, details.retry_after === undefined ? {} : { "Retry-After": String(details.retry_after) });
}

async function quote(visit: Visit, form: FormData): Promise<ByHand["shown"]> {
  const body = { amount_usd: Number(form.get("amount")) };
  const answer = (await answerTo(visit, buyCredits, { body, idempotencyKey: randomBytes(16).toString("hex") })) as Quoted;
  return {
    kind: "quoted",
    memo: answer.memo,
    units: answer.amount_base_units,
    credits: answer.credits,
    payTo: answer.wallet,
    contract: answer.contract,
    chainId: answer.chain_id,
    expiresAt: Date.parse(answer.expires_at),
    uri: answer.payment_uri,
    qr: drawQr(answer.payment_uri),
  };
}

async function collect(visit: Visit, memo: string): Promise<ByHand["shown"]> {
  const { credits, token } = (await answerTo(visit, confirmPayment, { body: { nonce: memo } })) as Confirmed;
  if (token === undefined) throw new Error("a confirmation without an account gave no token");
  return { kind: "collected", credits, token };
}

const Memo = z.string().regex(/^aed-[0-9a-f]{32}$/);

/** A purchase without script: a quote with all that is needed to pay it elsewhere, then its token. */
export async function buyByHand(_: ByHand, given: FormData): Promise<ByHand> {
  const form = formOf(given);
  const isCollecting = form.get("step") === "collect";
  const memo = Memo.safeParse(form.get("memo"));
  const outcome = await act(buyPage.path, async (visit) => {
    if (!isCollecting) return quote(visit, form);
    if (memo.success) return collect(visit, memo.data);
    throw new ApiError("invalid_parameter", "A memo is aed- and 32 hex digits.", { parameter: "memo" });
  });
  if (outcome.kind === "done") return { shown: outcome.result, problem: IDLE };
  return { shown: isCollecting && memo.success ? { kind: "asked", memo: memo.data } : null, problem: outcome };
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
