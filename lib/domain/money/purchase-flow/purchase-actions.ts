import { affordable } from "./before-payment";
import type { EventType } from "./purchase-events";
import type { Flow, Order, Payment, State, StateOf, Step } from "./purchase-state";

/** What the buyer can do: each is the event of that name, or something that only the page does. */
export type ActionKind =
  | Extract<
      EventType,
      | "connect"
      | "pay-by-hand"
      | "back"
      | "again"
      | "switch"
      | "lower-amount"
      | "authorize"
      | "send"
      | "stop-waiting"
      | "check-payment"
      | "sign-claim"
      | "done"
    >
  | "copy-report";

type Choice<Name extends Step> = ActionKind | null | ((state: StateOf<Name>, order: Order) => ActionKind | null);

/** False while wallets may still announce themselves. */
export const hasNoneInstalled = (wallets: StateOf<"choosing">["wallets"]): boolean =>
  wallets !== null && !wallets.some(({ isInstalled }) => isInstalled);

/** The one primary action of each state; null while the buyer can only wait. */
const PRIMARY: { [Name in Step]: Choice<Name> } = {
  editing: "connect",
  paused: null,
  choosing: ({ wallets }) => (hasNoneInstalled(wallets) ? "pay-by-hand" : null),
  connecting: "back",
  unconnected: ({ reason }) => (reason === "busy" ? null : "again"),
  "wrong-network": ({ isSwitching, note }) => (isSwitching ? null : note === "cannot" ? "again" : "switch"),
  checking: null,
  "check-failed": "again",
  "address-differs": "copy-report",
  "address-unchecked": "again",
  "too-little-usdc": ({ balance }, { units }) => {
    const lower = affordable(balance);
    return lower !== null && lower < units ? "lower-amount" : "again";
  },
  "no-gas": ({ canAuthorize }) => (canAuthorize ? "authorize" : "again"),
  quoting: null,
  "quote-refused": ({ kind }) => (kind === "never" ? null : "again"),
  unpayable: "again",
  review: ({ isElsewhere, urgency }) => (isElsewhere ? null : urgency === "fresh" ? "send" : "again"),
  "account-changed": "again",
  signing: "stop-waiting",
  declined: "again",
  unsure: "check-payment",
  pending: null,
  dropped: "check-payment",
  cancelled: "again",
  replaced: "check-payment",
  reverted: "again",
  awaiting: null,
  confirming: null,
  stalled: "check-payment",
  "must-sign": "sign-claim",
  "signing-claim": "stop-waiting",
  "not-credited": "copy-report",
  credited: "done",
};

export function primaryAction({ state, order }: Flow): ActionKind | null {
  const choice = PRIMARY[state.step] as Choice<Step>;
  return typeof choice === "function" ? choice(state as never, order) : choice;
}

const LEAVABLE: ReadonlySet<State["step"]> = new Set([
  "paused",
  "choosing",
  "unconnected",
  "wrong-network",
  "check-failed",
  "address-unchecked",
  "too-little-usdc",
  "no-gas",
  "quote-refused",
  "unpayable",
  "review",
  "account-changed",
  "declined",
  "unsure",
  "pending",
  "dropped",
  "replaced",
  "awaiting",
  "confirming",
  "stalled",
  "must-sign",
  "not-credited",
]);

/** What is offered beside the primary action. */
export function otherActions(flow: Flow): ActionKind[] {
  const { state } = flow;
  const primary = primaryAction(flow);
  const offered: ActionKind[] = [];
  if (state.step === "too-little-usdc" || state.step === "no-gas") offered.push("again");
  const canPayElsewhere =
    state.step === "too-little-usdc" || state.step === "no-gas" || (state.step === "choosing" && state.wallets !== null);
  if (canPayElsewhere) offered.push("pay-by-hand");
  if (LEAVABLE.has(state.step)) offered.push("back");
  return offered.filter((action) => action !== primary);
}

/** The payment that Send may send now; null wherever one of the facts it needs is missing. */
export function sendable({ state }: Flow, now: number): Payment | null {
  if (state.step !== "review" || state.urgency !== "fresh" || state.isElsewhere) return null;
  const { quote } = state.payment;
  return quote.expiresAt - now >= SEND_NEEDS_MS && quote.sender?.toLowerCase() === state.account.toLowerCase() ? state.payment : null;
}

/** Least time that is left: later the quote may end before the transfer is in a block. */
export const SEND_NEEDS_MS = 120_000;
