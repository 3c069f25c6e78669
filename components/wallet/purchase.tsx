"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { CopyButton } from "@/components/shell/copy-button";
import { useCountdown } from "@/components/ui/use-countdown";
import { formatUsd } from "@/lib/domain/money/credits";
import { formatAge } from "@/lib/domain/pages/format";
import { affordable } from "@/lib/domain/money/purchase-flow/before-payment";
import { otherActions, primaryAction, type ActionKind } from "@/lib/domain/money/purchase-flow/purchase-actions";
import type { Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import type { Flow, Order } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { ConfirmInSession } from "./ask-for-credit";
import { PurchaseRun } from "./purchase-run";
import { claimDetails, StepDetails, type Seller } from "./step-details";
import { textOfStep } from "./step-text";
import { TokenPanel } from "./token-panel";

interface Props {
  order: Order;
  /** What the buyer did to get here. */
  start: Event;
  seller: Seller;
  inSession: ConfirmInSession | null;
  onLeave(): void;
}

const AGAIN: Partial<Record<Flow["state"]["step"], string>> = {
  unconnected: "Try again",
  "wrong-network": "Check again",
  "too-little-usdc": "Check the balance again",
  "no-gas": "Check the balance again",
  review: "Get a new quote",
  "account-changed": "New quote for this account",
  declined: "Try again",
  cancelled: "Start again",
  reverted: "Start again",
};

const BACK: Partial<Record<Flow["state"]["step"], string>> = {
  connecting: "Cancel",
  choosing: "Change the amount",
  review: "Change the amount",
  unconnected: "Choose another wallet",
  pending: "Leave; it is remembered",
  awaiting: "Leave; it is remembered",
  confirming: "Leave; it is remembered",
};

function labelOf(action: ActionKind, { state, order }: Flow): string {
  switch (action) {
    case "send":
      return state.step === "review" ? `Send ${formatUsd(state.payment.quote.units)} USDC` : "Send";
    case "again":
      if (state.step === "review" && state.urgency === "expiring") return "Refresh the quote";
      return AGAIN[state.step] ?? "Try again";
    case "back":
      return BACK[state.step] ?? "Back";
    case "switch":
      return "Switch to Base";
    case "pay-by-hand":
      return "Pay from another wallet";
    case "lower-amount":
      return `Lower the amount to ${formatUsd(state.step === "too-little-usdc" ? (affordable(state.balance) ?? order.units) : order.units)}`;
    case "authorize":
      return "Pay without ETH";
    case "stop-waiting":
      return "Stop waiting";
    case "check-payment":
      return state.step === "stalled" ? "Ask again" : "Check whether it was paid";
    case "sign-claim":
      return "Sign the text";
    case "copy-report":
      return "Copy the details";
    case "connect":
      return "Connect wallet";
    case "done":
      return "Done";
  }
}

function reportOf({ state }: Flow): string {
  if (state.step === "not-credited") return claimDetails(state.claim, state.refused.code);
  if (state.step !== "address-differs") return "";
  return state.differences.map(({ what, at, expected, found }) => `${what} in ${at}: expected ${expected}, found ${found}`).join("\n");
}

/** Waiting is counted down, so that a click before its end is not lost. */
function RetryButton({ seconds, label, onClick, className }: { seconds: number; label: string; onClick: () => void; className: string }) {
  const left = useCountdown(seconds);
  return (
    <button type="button" className={className} disabled={left > 0} onClick={onClick}>
      {left > 0 ? `${label} in ${formatAge(left)}` : label}
    </button>
  );
}

function Action({ action, flow, run, isPrimary }: { action: ActionKind; flow: Flow; run: PurchaseRun; isPrimary: boolean }) {
  const label = labelOf(action, flow);
  const className = `control ${isPrimary ? "control-primary" : ""}`;
  if (action === "copy-report") return <CopyButton label={label} text={reportOf(flow)} className={className} />;
  const onClick = () =>
    action === "send"
      ? run.send()
      : run.dispatch(action === "pay-by-hand" ? { type: action, order: flow.order } : ({ type: action } as Event));
  const seconds = "refused" in flow.state ? flow.state.refused.retryAfterSeconds : null;
  if (seconds !== null && isPrimary) return <RetryButton seconds={seconds} label={label} onClick={onClick} className={className} />;
  return (
    <button type="button" className={className} onClick={onClick}>
      {label}
    </button>
  );
}

/** Made once per stay; what the buyer does leads from there. */
function usePurchase({ order, start, seller, inSession, onLeave }: Props): PurchaseRun {
  const [run] = useState(() => new PurchaseRun(order, inSession, seller.offered));
  useEffect(() => {
    if (run.flow.state.step === "editing") run.dispatch(start);
    return run.subscribe(() => void (run.flow.state.step === "editing" && onLeave()));
    // A purchase begins once, whatever is rendered around it later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [run]);
  return run;
}

export function Purchase(props: Props) {
  const run = usePurchase(props);
  const flow = useSyncExternalStore(run.subscribe, run.snapshot, run.snapshot);
  const { title, lines, tone } = textOfStep(flow);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = flow.state;
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  const primary = primaryAction(flow);
  const isTokenShown = flow.state.step === "credited" && run.token !== null;
  return (
    <section aria-labelledby="purchase-step" data-step={step} className={`card purchase purchase-${tone} p-4`}>
      <div role={tone === "bad" ? "alert" : "status"}>
        <h2 id="purchase-step" ref={heading} tabIndex={-1} className="text-h2 [overflow-wrap:anywhere] outline-none">
          {title}
        </h2>
        {lines.map((line) => (
          <p key={line} className="mt-1 max-w-[68ch] [overflow-wrap:anywhere]">
            {line}
          </p>
        ))}
      </div>
      <div className="mt-4 empty:hidden">
        <StepDetails flow={flow} run={run} seller={props.seller} />
      </div>
      {isTokenShown && run.token !== null ? (
        <div className="mt-4">
          <TokenPanel token={run.token} baseUrl={props.seller.baseUrl} onDone={run.finish} />
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          {primary && <Action action={primary} flow={flow} run={run} isPrimary />}
          {otherActions(flow).map((action) => (
            <Action key={action} action={action} flow={flow} run={run} isPrimary={false} />
          ))}
          {step === "credited" && (
            <a href="/account" className="control">
              Open the account
            </a>
          )}
        </div>
      )}
    </section>
  );
}
