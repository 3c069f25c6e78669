import type { Claim } from "@/lib/domain/money/purchase-flow/purchase-state";
import { askForCredit, type CreditAnswer } from "./ask-for-credit";
import type { Run, Work } from "./purchase-work";
import { refusedOf } from "./ask-service";
import { wait } from "./waiting";

/** A service that fails is asked three times, then when the buyer says so. */
const MOST_FAILURES = 3;
/** A payment that nobody has seen is asked for so long; one that is in a block until it is deep enough. */
const UNSEEN_MS = 120_000;
const AWAIT_MS = 5000;

/** A token is kept beside the flow, which is written down in parts. */
export function tell(run: Run, answer: Extract<CreditAnswer, { kind: "event" }>, signal: AbortSignal): void {
  if (signal.aborted) return;
  run.token = answer.token;
  run.dispatch(answer.event);
}

const isFailure = ({ answer }: Extract<CreditAnswer, { kind: "wait" }>): boolean =>
  answer.status === null || (answer.status >= 500 && answer.status !== 429);

/** A wallet with several owners gives the hash of a proposal: the payment itself is found by its memo alone. */
const byMemo = (claim: Claim): Claim => (claim.quote === null ? claim : { ...claim, hash: null });

/** Asks until there is an answer: a repeat after it would end the token that the answer brought. */
export const confirm: Work<"confirming"> = async (run, dispatch, signal, { claim, signature }) => {
  const began = Date.now();
  let failures = 0;
  let isUnknownHash = false;
  while (!signal.aborted) {
    const asked: Claim = isUnknownHash && signature === null ? byMemo(claim) : claim;
    const answer = await askForCredit(asked, signature, { signal, inSession: run.inSession });
    if (signal.aborted) return;
    if (answer.kind === "event") return tell(run, answer, signal);
    isUnknownHash = asked === claim && (answer.confirmations ?? 0) === 0;
    failures = isFailure(answer) ? failures + 1 : 0;
    const isUnseen = (answer.confirmations ?? 0) === 0 && Date.now() - began > UNSEEN_MS;
    if (failures >= MOST_FAILURES || (isUnseen && answer.answer.status === 409)) {
      return dispatch({ type: "no-answer", refused: refusedOf(answer.answer) });
    }
    dispatch({ type: "not-confirmed", confirmations: answer.confirmations, required: answer.required });
    await wait(answer.seconds * 1000, signal).catch(() => undefined);
  }
};

/** A payment from elsewhere is found by its exact amount; the open page asks for it again and again. */
export const awaitPayment: Work<"awaiting"> = async (run, _, signal, { payment }) => {
  const claim: Claim = payment;
  while (!signal.aborted) {
    const answer = document.hidden ? null : await askForCredit(claim, null, { signal, inSession: run.inSession });
    if (signal.aborted) return;
    if (answer?.kind === "event") return tell(run, answer, signal);
    if (answer?.kind === "wait") run.noteDepth(answer);
    const seconds = answer?.kind === "wait" ? answer.seconds : 0;
    await wait(Math.max(AWAIT_MS, seconds * 1000), signal).catch(() => undefined);
  }
};
