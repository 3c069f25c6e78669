import { useState, useEffect } from "react";
import { formatUsd } from "@/lib/domain/money/credits";
import type { OfferedWallets } from "@/lib/domain/money/offered-wallets";
import { formatCount } from "@/lib/domain/pages/format";
import type { Claim, CopyDifference, Flow, Hash, Quote, StateOf } from "@/lib/domain/money/purchase-flow/purchase-state";
import { CopyButton } from "@/components/shell/copy-button";
import { AcceptCopies, CheckList } from "./check-list";
import { drawQr } from "./draw-qr";
import { canKeep } from "./payment-records";
import { FullAddress } from "./full-address";
import { PayByHand, PaymentFacts, QrCode } from "./payment-facts";
import type { PurchaseRun } from "./purchase-run";
import { CHECKS } from "./purchase-work";
import { useCountdown } from "@/components/ui/use-countdown";

/** Read out at five, two and one minute only. */
const SPOKEN_SECONDS = [300, 120, 60];

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function Countdown({ expiresAt, now }: { expiresAt: number; now: () => number }) {
  const [seconds] = useState(() => Math.max(0, Math.round((expiresAt - now()) / 1000)));
  const left = useCountdown(seconds);
  const spoken = SPOKEN_SECONDS.find((seconds) => left <= seconds && left > seconds - 5);
  return (
    <p className="text-small text-fg-muted">
      The quote ends in <span className="tabular-nums">{clockOf(left)}</span>
      <span role="status" className="sr-only">
        {spoken === undefined ? "" : `${spoken / 60} ${spoken === 60 ? "minute" : "minutes"} left. A new quote is one click.`}
      </span>
    </p>
  );
}

/** Since this was first shown; it is not read out. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="text-small text-fg-muted tabular-nums">{clockOf(seconds)} ago</span>;
}

export interface Seller {
  social: string | null;
  contact: string | null;
  baseUrl: string;
  /** Page that shows a transaction, without its hash. */
  explorer: string;
  offered: OfferedWallets;
}

function TransactionLink({ hash, explorer }: { hash: Hash; explorer: string }) {
  return (
    <a href={`${explorer}${hash}`} rel="noopener noreferrer" target="_blank">
      Transaction{" "}
      <code className="font-mono" title={hash}>
        {hash.slice(0, 8)}…{hash.slice(-6)}
      </code>
    </a>
  );
}

function Accounts({ before, now }: { before: string | null; now: string }) {
  return (
    <dl className="payment-facts">
      <div>
        <dt>The quote was for</dt>
        <dd>{before && <FullAddress address={before} />}</dd>
      </div>
      <div>
        <dt>The wallet now uses</dt>
        <dd>
          <FullAddress address={now} />
        </dd>
      </div>
    </dl>
  );
}

function Elsewhere({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}

function WalletList({ wallets, onChoose }: { wallets: StateOf<"choosing">["wallets"]; onChoose: (id: string) => void }) {
  if (wallets === null) return <p className="text-fg-muted">Looking for wallets in this browser…</p>;
  return (
    <ul className="grid max-w-md gap-2">
      {wallets.map(({ id, name, icon }) => (
        <li key={id}>
          <button type="button" className="control w-full justify-start py-2" onClick={() => onChoose(id)}>
            {icon ? (
              // The wallet gives its icon as data; nothing is loaded.
              // oxlint-disable-next-line nextjs/no-img-element
              <img src={icon} alt="" width={24} height={24} />
            ) : (
              <span aria-hidden className="wallet-tile">
                {name.slice(0, 1)}
              </span>
            )}
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a wallet on a phone scans; on the phone itself a tap opens the wallet. */
function PairPhone({ uri }: { uri: string }) {
  const [qr] = useState(() => drawQr(uri));
  return (
    <div className="grid justify-items-start gap-3">
      <a href={uri} className="control on-phone">
        Open in a wallet app
      </a>
      <QrCode drawing={qr} label="QR code that connects a wallet on a phone" />
      <CopyButton label="Copy the link" text={uri} className="control" />
    </div>
  );
}

function Marked({ text, against }: { text: string; against: string }) {
  return (
    <code className="font-mono break-all">
      {[...text].map((character, at) =>
        character.toLowerCase() === against[at]?.toLowerCase() ? character : <mark key={at}>{character}</mark>,
      )}
    </code>
  );
}

function Differences({ differences }: { differences: readonly CopyDifference[] }) {
  return (
    <ul className="grid gap-3">
      {differences.map(({ what, expected, found, at }) => (
        <li key={`${what} ${at}`}>
          <p className="font-medium">
            The {what} in {at}
          </p>
          <p>
            expected <Marked text={expected} against={found} />
          </p>
          <p>
            found <Marked text={found} against={expected} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** In a private window nothing is kept: what a reload would lose is shown. */
function NotKept({ memo }: { memo: string }) {
  const [isKept] = useState(canKeep);
  return isKept ? null : (
    <div className="note note-warn">
      <p>
        This browser keeps nothing, so it cannot remember this payment. Copy the memo of the quote before you pay: it collects the credits.
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <code className="font-mono break-all">{memo}</code>
        <CopyButton label="Copy the memo" text={memo} className="control" />
      </p>
    </div>
  );
}

function Awaiting({ quote, social }: { quote: Quote; social: string | null }) {
  const [qr] = useState(() => (quote.uri === null ? null : drawQr(quote.uri)));
  return <PayByHand quote={quote} social={social} qr={qr} />;
}

function Credited({ state: { credit, claim }, seller }: { state: StateOf<"credited">; seller: Seller }) {
  const quoted = claim.quote?.credits;
  return (
    <div className="grid gap-2">
      <p>
        For {formatUsd(credit.units)} USDC. {credit.balance !== null && `Your balance is ${formatCount(credit.balance)} credits.`}{" "}
        {quoted !== undefined && quoted !== credit.credits && `The quote said ${formatCount(quoted)}: what was received decides.`}
      </p>
      {credit.hash && (
        <p>
          <TransactionLink hash={credit.hash} explorer={seller.explorer} />
        </p>
      )}
    </div>
  );
}

/** For the operator: which payment it is, and nothing that collects it. */
export function claimDetails(claim: Claim, code: string): string {
  const lines = [`Refused: ${code}`, `Transaction: ${claim.hash ?? "not known"}`];
  if (claim.quote !== null) {
    const { units, sender, payTo } = claim.quote;
    lines.push(`Amount: ${formatUsd(units)} USDC`, `From: ${sender ?? "any wallet"}`, `To: ${payTo}`);
  }
  return lines.join("\n");
}

export function StepDetails({ flow, run, seller }: { flow: Flow; run: PurchaseRun; seller: Seller }) {
  const { state } = flow;
  const { social, explorer } = seller;
  switch (state.step) {
    case "choosing":
      return state.wallets?.length === 0 ? null : (
        <WalletList wallets={state.wallets} onChoose={(walletId) => run.dispatch({ type: "choose", walletId })} />
      );
    case "connecting":
      return state.pairing !== null && <PairPhone key={state.pairing} uri={state.pairing} />;
    case "address-differs":
      return <Differences differences={state.differences} />;
    case "paused":
      return (
        <p>
          Free answers are there as always: <a href="/">what is new today</a>. Tokens keep working.
        </p>
      );
    case "checking":
      return <CheckList passed={run.passed} copies={run.copies} />;
    case "address-unchecked":
      return state.matching >= 2 && <AcceptCopies missing={state.missing} onAccept={() => run.dispatch({ type: "accept-copies" })} />;
    case "too-little-usdc":
      return <Elsewhere href="https://www.circle.com/multi-chain-usdc/base">Where USDC on Base comes from</Elsewhere>;
    case "no-gas":
      return <Elsewhere href="https://docs.base.org/base-chain/network-information/network-fees">What the fee on Base is</Elsewhere>;
    case "review":
      return (
        <div className={state.urgency === "expired" ? "grid gap-3 text-fg-muted" : "grid gap-3"}>
          <PaymentFacts quote={state.payment.quote} social={social} />
          <CheckList passed={CHECKS} copies={run.copies} />
          <NotKept memo={state.payment.quote.memo} />
          <Countdown expiresAt={state.payment.quote.expiresAt} now={run.now} />
        </div>
      );
    case "account-changed":
      return <Accounts before={state.payment.quote.sender} now={state.account} />;
    case "signing":
      return (
        <div className="grid gap-2">
          <FullAddress address={state.payment.quote.payTo} />
          <Countdown expiresAt={state.payment.quote.expiresAt} now={run.now} />
        </div>
      );
    case "awaiting":
      // What was seen is not to be paid a second time.
      return state.confirmations ? null : <Awaiting quote={state.payment.quote} social={social} />;
    case "pending":
      return (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <TransactionLink hash={state.hash} explorer={explorer} />
          <Elapsed key={state.payment.id} />
        </p>
      );
    case "dropped":
    case "reverted":
      return <TransactionLink hash={state.hash} explorer={explorer} />;
    case "cancelled":
      return <TransactionLink hash={state.by} explorer={explorer} />;
    case "replaced":
      return state.by && <TransactionLink hash={state.by} explorer={explorer} />;
    case "confirming":
    case "stalled":
      return state.claim.hash && <TransactionLink hash={state.claim.hash} explorer={explorer} />;
    case "must-sign":
      return <pre className="code [overflow-wrap:anywhere] whitespace-pre-wrap">{state.request.message}</pre>;
    case "not-credited":
      return <pre className="code [overflow-wrap:anywhere] whitespace-pre-wrap">{claimDetails(state.claim, state.refused.code)}</pre>;
    case "credited":
      return <Credited state={state} seller={seller} />;
    default:
      return null;
  }
}
