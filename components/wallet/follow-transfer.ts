import type { Hash } from "@/lib/domain/money/purchase-flow/purchase-state";
import { askForCredit } from "./ask-for-credit";
import { tell } from "./confirm-work";
import type { Run, Work } from "./purchase-work";
import { after, wait } from "./waiting";

const SLOW_MS = 60_000;
const LOOK_MS = 15_000;
/** A transaction that the wallet has not known for so long is looked into. */
const UNKNOWN_MS = 180_000;

/** Whether the service has seen no payment either. Wallets with several owners give the hash of a proposal, so the memo alone is asked for. */
async function isUnseen(run: Run, signal: AbortSignal): Promise<boolean> {
  const { state } = run.flow;
  if (state.step !== "pending") return false;
  const answer = await askForCredit({ ...state.payment, hash: null }, null, { signal, inSession: run.inSession });
  if (answer.kind === "event") tell(run, answer, signal);
  return answer.kind === "wait" && answer.confirmations === 0;
}

/** No library tells a transaction that was dropped from a slow one. */
async function lookForDropped(run: Run, sentNonce: number | null, signal: AbortSignal): Promise<void> {
  let unknownSince: number | null = null;
  for (;;) {
    await wait(LOOK_MS, signal);
    const { state } = run.flow;
    if (state.step !== "pending" || run.wallet === null) return;
    if (await run.wallet.knows(state.hash).catch(() => true)) unknownSince = null;
    else unknownSince ??= Date.now();
    if (unknownSince === null || Date.now() - unknownSince < UNKNOWN_MS) continue;
    const sender = state.payment.quote.sender;
    const nonce = sender === null ? null : await run.wallet.nonceOf(sender).catch(() => null);
    if (nonce !== null && sentNonce !== null && nonce > sentNonce) return run.dispatch({ type: "replaced", by: null });
    if (await isUnseen(run, signal)) return run.dispatch({ type: "dropped", checkedAt: Date.now() });
  }
}

/** Follows a hash to its block, through the wallet. The service is asked afterwards whether the money arrived. */
export const followTransfer: Work<"pending"> = async (run, dispatch, signal, { hash }) => {
  after(SLOW_MS, signal, () => dispatch({ type: "slow" }));
  if (run.wallet === null) return dispatch({ type: "mined", hash });
  lookForDropped(run, run.sentNonce, signal).catch(() => undefined);
  const by = (type: "repriced" | "cancelled" | "replaced") => (other: Hash) => dispatch({ type, by: other });
  const handlers = {
    mined: (mined: Hash) => dispatch({ type: "mined", hash: mined }),
    reverted: (reverted: Hash) => dispatch({ type: "reverted", hash: reverted }),
    repriced: by("repriced"),
    cancelled: by("cancelled"),
    replaced: by("replaced"),
  };
  await run.wallet.follow(hash, handlers, signal).catch(() => undefined);
};
