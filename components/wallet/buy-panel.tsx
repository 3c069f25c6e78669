"use client";

import { Field } from "@/components/ui/fields";
import { lazy, Suspense, useActionState, useEffect, useRef, useState } from "react";
import { RefusedForm } from "@/components/account/refused-form";
import { unitsOf } from "@/lib/domain/money/credits";
import { BUY_PATH, hostsOn, type OfferedWallets } from "@/lib/domain/money/offered-wallets";
import { formatCount } from "@/lib/domain/pages/format";
import { IDLE } from "@/lib/domain/pages/form-state";
import type { Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import type { Goal, NamedTransfer, Order } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { ConfirmInSession } from "./ask-for-credit";
import { CollectForm, PurchaseByHand, type ByHand } from "./quoted-by-hand";
import { RecoveryForm } from "./recovery-form";
import type { Seller } from "./step-details";
import { UnfinishedPayments } from "./unfinished-payments";

const loadPurchase = () => import("./purchase");
const Purchase = lazy(() => loadPurchase().then((module) => ({ default: module.Purchase })));

/** A pointer or the focus on the button fetches what the click needs. */
const fetchAhead = () => {
  void loadPurchase();
  void import("./base-wallet");
};

interface Preset {
  amount_usd: number;
  credits: number;
}

interface Props {
  seller: Seller;
  presets: readonly Preset[];
  amount: number;
  /** Transaction that was handed over in the address. */
  hash: string | null;
  /** Null for a reader who is not signed in. */
  inSession: ConfirmInSession | null;
  /** Where no script runs: makes a quote and shows what to pay, then collects what was paid. */
  buyByHand: (state: ByHand, form: FormData) => Promise<ByHand>;
}

type Stay = { order: Order; start: Event } | null;

const MIN = 0.5;
const MAX = 10_000;

/** Null for what cannot be bought: the field says why. */
function orderOf(form: HTMLFormElement): Order | null {
  const data = new FormData(form);
  const units = unitsOf(Number(data.get("amount")));
  const goal: Goal = data.get("goal") === "top-up" ? "top-up" : "token";
  return form.reportValidity() && units !== null ? { units, goal } : null;
}

function GoalChoice() {
  return (
    <fieldset className="needs-script grid gap-1">
      <legend className="text-small text-fg-muted">The credits go to</legend>
      <label className="flex min-h-6 items-center gap-2">
        <input type="radio" name="goal" value="top-up" defaultChecked />
        my account, which spends them with the token it has
      </label>
      <label className="flex min-h-6 items-center gap-2">
        <input type="radio" name="goal" value="token" />a new token
      </label>
    </fieldset>
  );
}

function AmountForm({ seller, presets, amount, inSession, buyByHand, onStart }: Props & { onStart: (stay: Stay) => void }) {
  const [byHand, send, isPending] = useActionState<ByHand, FormData>(buyByHand, { shown: null, problem: IDLE });
  const [usd, setUsd] = useState(String(amount));
  const form = useRef<HTMLFormElement>(null);
  const start = (type: "connect" | "pay-by-hand") => {
    const order = form.current && orderOf(form.current);
    if (order) onStart({ order, start: { type, order } });
  };
  if (byHand.shown !== null) return <PurchaseByHand byHand={byHand} seller={seller} send={send} />;
  return (
    <>
      <form
        ref={form}
        action={send}
        className="card grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          start("pay-by-hand");
        }}
      >
        <div role="group" aria-label="Amounts" className="presets needs-script">
          {presets.map(({ amount_usd: dollars, credits }) => (
            <button
              key={dollars}
              type="button"
              className="control"
              aria-pressed={usd === String(dollars)}
              onClick={() => setUsd(String(dollars))}
            >
              ${dollars}
              <small>{formatCount(credits)} credits</small>
            </button>
          ))}
        </div>
        <Field
          label={`Amount in USDC, ${MIN} to ${formatCount(MAX)}`}
          box="max-w-48"
          type="number"
          name="amount"
          inputMode="decimal"
          min={MIN}
          max={MAX}
          step={0.01}
          required
          value={usd}
          onChange={(event) => setUsd(event.target.value)}
        />
        {inSession && <GoalChoice />}
        <RefusedForm state={byHand.problem} />
        <p className="flex flex-wrap gap-2">
          <button
            type="button"
            className="control control-primary needs-script"
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => start("connect")}
          >
            Connect wallet
          </button>
          <button type="submit" className="control" disabled={isPending} onPointerEnter={() => void loadPurchase()}>
            Pay from another wallet
          </button>
        </p>
        <p>
          Non-refundable: credits, once bought, are not exchanged back into money. They do not expire. Answers are licensed for
          inference-only use.
        </p>
      </form>
      <section aria-labelledby="collect" className="no-script-only card mt-4 p-4">
        <h2 id="collect" className="mb-2 text-h2">
          Collect what was paid
        </h2>
        <CollectForm send={send} memo={null} />
      </section>
    </>
  );
}

/** A page reached by a link keeps the policy of the one before, which allows no site of a wallet. */
function useOwnPolicy(offered: OfferedWallets): void {
  const needsSites = hostsOn(BUY_PATH, offered).connect.length > 0;
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (needsSites && loaded && new URL(loaded.name).pathname !== BUY_PATH) location.reload();
  }, [needsSites]);
}

/** From the amount to the credits. */
export function BuyPanel(props: Props) {
  const { seller, inSession, hash } = props;
  useOwnPolicy(seller.offered);
  const [stay, setStay] = useState<Stay>(null);
  const order: Order = { units: unitsOf(props.amount) ?? 5_000_000n, goal: inSession ? "top-up" : "token" };
  if (stay) {
    return (
      <Suspense fallback={<p className="card p-4 text-fg-muted">Loading what talks to your wallet…</p>}>
        <Purchase {...stay} seller={seller} inSession={inSession} onLeave={() => setStay(null)} />
      </Suspense>
    );
  }
  return (
    <>
      <UnfinishedPayments
        onContinue={(payment) => setStay({ order: { ...order, goal: payment.goal }, start: { type: "resume", payment } })}
      />
      <AmountForm {...props} onStart={setStay} />
      <RecoveryForm
        goal={order.goal}
        hash={hash}
        onFound={(claim: NamedTransfer) => setStay({ order, start: { type: "name-transfer", claim } })}
      />
    </>
  );
}
