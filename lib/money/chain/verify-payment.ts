import { setTimeout as delay } from "node:timers/promises";
import { agreed } from "./agreed";
import type { Chain } from "./chain";
import { blockAt } from "./chain-head";
import { ChainUnavailable } from "./chain-unavailable";
import { isSignedByPayer, refusalOffline } from "./check-payment";
import type { FacilitatorClient } from "./facilitator-client";
import type { Payment } from "./parse-payment";
import { refusalOfCode, type Refusal } from "./refusal";
import { Bytes } from "./rpc-schemas";
import type { Settler } from "./settler";
import { facilitatorLibraryFor, requestOf, type X402 } from "./x402";
import type { X402Terms } from "./x402-terms";

export type Verification = { ok: true; payer: string; nonce: string; asset: string; value: bigint } | { ok: false; refused: Refusal };

const refused = (reason: Refusal): Verification => ({ ok: false, refused: reason });

async function verifyWithSettler(x402: X402, settler: Settler, payment: Payment, terms: X402Terms): Promise<Refusal | null> {
  await x402.chain.rpcs[0]?.requireChain();
  const attempt = settler.newAttempt();
  const { payload, requirements } = requestOf(payment, terms);
  const answer = await (await facilitatorLibraryFor(x402, settler, attempt)).verify(payload, requirements).catch(() => null);
  if (answer?.isValid) return null;
  attempt.watch.requireAnswers();
  return refusalOfCode(answer?.invalidReason);
}

async function verifyWithFacilitator(facilitator: FacilitatorClient, payment: Payment, terms: X402Terms): Promise<Refusal | null> {
  const { payload, requirements } = requestOf(payment, terms);
  const answer = await facilitator.verify({ x402Version: payment.version, paymentPayload: payload, paymentRequirements: requirements });
  return answer.isValid ? null : refusalOfCode(answer.invalidReason ?? undefined);
}

/** A chain makes a block every two seconds, and its newest may be known a little late. */
const NEXT_BLOCK_MS = 6000;
const POLL_MS = 250;

/** Waits for the first block after `validAfter`, from which on USDC takes the transfer. */
async function awaitBlockAfter({ rpcs: [rpc] }: Chain, validAfter: bigint, now: Date): Promise<void> {
  const validAfterMs = Number(validAfter) * 1000;
  if (!rpc || validAfterMs + NEXT_BLOCK_MS < now.getTime()) return;
  const until = performance.now() + NEXT_BLOCK_MS;
  for (;;) {
    const latest = await blockAt(rpc, "latest");
    if ((latest && latest.time.getTime() > validAfterMs) || performance.now() >= until) return;
    await delay(POLL_MS);
  }
}

const hasCode = (chain: Chain, address: string): Promise<boolean> =>
  agreed(chain, async (rpc) => (await rpc.ask("eth_getCode", [address, "latest"], Bytes)) !== "0x");

/** Whether this payment would settle now. Throws ChainUnavailable when an endpoint fails, which is never the payer's fault. */
export async function verifyPayment(x402: X402, payment: Payment, terms: X402Terms, now: Date): Promise<Verification> {
  const { chain, settler, facilitator } = x402;
  const offline = refusalOffline(payment, terms, chain, now, settler ? [settler.address] : []);
  if (offline) return refused(offline);
  await awaitBlockAfter(chain, payment.validAfter, now);
  const isKeySigned = await isSignedByPayer(payment, terms, chain);
  const refusal = settler
    ? await verifyWithSettler(x402, settler, payment, terms)
    : facilitator
      ? await verifyWithFacilitator(facilitator, payment, terms)
      : "refused";
  // A key's signature is valid offline here. The library calls it invalid only when it could not read the chain.
  if (refusal === "invalid_signature" && isKeySigned && !(await hasCode(chain, payment.payer))) throw new ChainUnavailable("refused");
  return refusal ? refused(refusal) : { ok: true, payer: payment.payer, nonce: payment.nonce, asset: chain.usdc, value: payment.value };
}
