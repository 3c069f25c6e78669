import { affordable } from "./before-payment";
import type { EventType } from "./purchase-events";
import type { Flow, State } from "./purchase-state";

/** What the buyer can do: each is the event of that name, or something that only the page does. */
export type ActionKind =
  | Extract<
      EventType,
      | "connect"
      | "pay-by-hand"
      | "back"
      | "again"
      | "switch"
      | "accept-copies"
      | "lower-amount"
      | "authorize"
      | "send"
      | "stop-waiting"
      | "check-payment"
      | "sign-claim"
      | "done"
    >
  | "copy-report";

/** Null while the buyer can only wait. */
export function primaryAction({ state, order }: Flow): ActionKind | null {
  switch (state.step) {
    case "editing":
      return "connect";
    case "choosing":
      return state.wallets?.length === 0 ? "pay-by-hand" : null;
    case "connecting":
      return "back";
    case "unconnected":
      return state.reason === "busy" ? null : "again";
    case "wrong-network":
      return state.isSwitching ? null : state.note === "cannot" ? "again" : "switch";
    case "address-differs":
    case "not-credited":
      return state.step === "not-credited" && state.refused.retryAt !== null ? "check-payment" : "copy-report";
    case "too-little-usdc": {
      const units = affordable(state.balance);
      return units !== null && units < order.units ? "lower-amount" : "again";
    }
    case "no-gas":
      return state.canAuthorize ? "authorize" : "again";
    case "quote-refused":
      return state.kind === "never" ? null : "again";
    case "review":
      return state.isElsewhere ? null : state.urgency === "fresh" ? "send" : "again";
    case "signing":
    case "signing-claim":
      return "stop-waiting";
    case "unsure":
    case "dropped":
    case "replaced":
    case "stalled":
      return "check-payment";
    case "must-sign":
      return "sign-claim";
    case "credited":
      return "done";
    case "check-failed":
    case "address-unchecked":
    case "unpayable":
    case "account-changed":
    case "declined":
    case "cancelled":
    case "reverted":
      return "again";
    case "paused":
    case "checking":
    case "quoting":
    case "pending":
    case "awaiting":
    case "confirming":
      return null;
  }
}

const LEAVABLE: ReadonlySet<State["step"]> = new Set([
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
  if (state.step === "address-unchecked" && state.matching >= 2) offered.push("accept-copies");
  if (state.step === "too-little-usdc" || state.step === "no-gas") offered.push("again");
  if (state.step === "no-gas" || (state.step === "choosing" && state.wallets !== null)) offered.push("pay-by-hand");
  if (LEAVABLE.has(state.step)) offered.push("back");
  return offered.filter((action) => action !== primary);
}

/** The payment that Send may send now; null wherever one of the facts it needs is missing. */
export function sendable({ state }: Flow, now: number): Extract<State, { step: "review" }>["payment"] | null {
  if (state.step !== "review" || state.urgency !== "fresh" || state.isElsewhere) return null;
  const { quote } = state.payment;
  return quote.expiresAt - now >= SEND_NEEDS_MS && quote.sender?.toLowerCase() === state.account.toLowerCase() ? state.payment : null;
}

/** Below this the quote may end before the transfer is in a block. */
export const SEND_NEEDS_MS = 120_000;
