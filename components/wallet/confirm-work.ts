import type { Claim, Hash } from "@/lib/domain/money/purchase-flow/purchase-state";
import { askForCredit, type CreditStep } from "./ask-for-credit";
import type { Run, Work } from "./purchase-work";
import { refusedOf, textOf } from "./ask-service";
import { wait } from "./waiting";

/** A service that fails is asked three times, then when the buyer says so. */
const MOST_FAILURES = 3;
/** A payment that nobody has seen is asked for so long; one that is in a block until it is deep enough. */
const UNSEEN_MS = 120_000;
const AWAIT_MS = 5000;

/** A token is kept beside the flow, which is written down in parts. */
export function tell(run: Run, answer: Extract<CreditStep, { kind: "event" }>, signal: AbortSignal): void {
  if (signal.aborted) return;
  run.token = answer.token;
  run.dispatch(answer.event);
}

const isFailure = ({ answer }: Extract<CreditStep, { kind: "wait" }>): boolean =>
  answer.status === null || (answer.status >= 500 && answer.status !== 429);

/** Whether the memo found another transaction, since the service's books may be behind the chain. */
function isAnother(found: CreditStep, hash: Hash): boolean {
  if (found.kind === "event") return found.event.type === "credited";
  return (found.confirmations ?? 0) > 0 && textOf(found.answer.body, "tx_hash") !== hash;
}

type Asker = Parameters<typeof askForCredit>[2];

/**
 * A wallet may replace the transaction it named, or name a proposal of several owners. The memo
 * alone finds the payment.
 */
async function askAlsoByMemo(claim: Claim, signature: string | null, asker: Asker): Promise<CreditStep> {
  const answer = await askForCredit(claim, signature, asker);
  const isUnseen = answer.kind === "wait" && answer.confirmations === 0;
  if (!isUnseen || claim.quote === null || claim.hash === null || signature !== null) return answer;
  const byMemo = await askForCredit({ ...claim, hash: null }, null, asker);
  return isAnother(byMemo, claim.hash) ? byMemo : answer;
}

/** Asks until there is an answer: a repeat after it would end the token that the answer brought. */
export const confirm: Work<"confirming"> = async (run, dispatch, signal, { claim, signature }) => {
  const began = Date.now();
  let failures = 0;
  while (!signal.aborted) {
    const answer = await askAlsoByMemo(claim, signature, { signal, inSession: run.inSession });
    if (signal.aborted) return;
    if (answer.kind === "event") return tell(run, answer, signal);
    failures = isFailure(answer) ? failures + 1 : 0;
    const isUnseen = (answer.confirmations ?? 0) === 0;
    const isOverdue = isUnseen && answer.answer.status === 409 && Date.now() - began > UNSEEN_MS;
    if (failures >= MOST_FAILURES || isOverdue) {
      return dispatch({ type: "no-answer", refused: refusedOf(answer.answer) });
    }
    dispatch({ type: "not-confirmed", confirmations: answer.confirmations, required: answer.required });
    await wait(answer.seconds * 1000, signal).catch(() => undefined);
  }
};

/** A payment from elsewhere is found by its exact amount; the open page asks for it again and again. */
export const awaitPayment: Work<"awaiting"> = async (run, dispatch, signal, { payment }) => {
  const claim: Claim = payment;
  while (!signal.aborted) {
    const answer = document.hidden ? null : await askForCredit(claim, null, { signal, inSession: run.inSession });
    if (signal.aborted) return;
    if (answer?.kind === "event") return tell(run, answer, signal);
    if (answer?.kind === "wait") dispatch({ type: "not-confirmed", confirmations: answer.confirmations, required: answer.required });
    const seconds = answer?.kind === "wait" ? answer.seconds : 0;
    await wait(Math.max(AWAIT_MS, seconds * 1000), signal).catch(() => undefined);
  }
};
