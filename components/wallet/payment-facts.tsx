import { CopyButton } from "@/components/shell/copy-button";
import { formatUsd } from "@/lib/domain/money/credits";
import { formatCount, formatTime } from "@/lib/domain/pages/format";
import type { Quote } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { QrDrawing } from "./draw-qr";
import { FullAddress } from "./full-address";

/** Dark on light in both themes, with the quiet zone that cameras need. */
export function QrCode({ drawing: { path, size }, label }: { drawing: QrDrawing; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={208} height={208} shapeRendering="crispEdges" className="qr">
      <path d={path} />
    </svg>
  );
}

interface FactsProps {
  quote: Quote;
  social: string | null;
}

export function PaymentFacts({ quote, social }: FactsProps) {
  const { units, payTo, credits, contract, chainId, sender, expiresAt } = quote;
  return (
    <dl className="payment-facts">
      <div>
        <dt>Amount</dt>
        <dd className="text-h2 font-semibold">{formatUsd(units)} USDC</dd>
        <dd className="text-small text-fg-muted">Exactly this: the last digits identify your payment.</dd>
      </div>
      <div>
        <dt>You get</dt>
        <dd className="text-h2 font-semibold">{formatCount(credits)} credits</dd>
        <dd>Non-refundable: credits are not exchanged back into money. They do not expire.</dd>
      </div>
      <div>
        <dt>To</dt>
        <dd>
          <FullAddress address={payTo} />
        </dd>
        {social && (
          <dd className="text-small text-fg-muted">
            Compare it with <a href={social}>the operator's profile</a>: it must end in <code className="font-mono">{payTo.slice(-8)}</code>
            .
          </dd>
        )}
      </div>
      {sender && (
        <div>
          <dt>From</dt>
          <dd>
            <FullAddress address={sender} />
          </dd>
        </div>
      )}
      <div>
        <dt>Network and token</dt>
        <dd>
          {chainId === 8453 ? "Base" : `Chain ${chainId}`}, USDC <code className="font-mono text-small break-all">{contract}</code>
        </dd>
      </div>
      <div>
        <dt>Quote ends</dt>
        <dd>
          <time dateTime={new Date(expiresAt).toISOString()}>{formatTime(new Date(expiresAt).toISOString())}</time>
        </dd>
      </div>
    </dl>
  );
}

interface ByHandProps extends FactsProps {
  qr: QrDrawing | null;
  /** Shown where the page cannot ask by itself. */
  children?: React.ReactNode;
}

/** All that another wallet, an exchange or a script needs. */
export function PayByHand({ quote, social, qr, children }: ByHandProps) {
  return (
    <div className="grid gap-4">
      <div className="by-hand">
        <PaymentFacts quote={quote} social={social} />
        {qr && (
          <figure className="grid justify-items-start gap-3">
            {quote.uri && (
              <a href={quote.uri} className="control on-phone">
                Open in a wallet app
              </a>
            )}
            <QrCode drawing={qr} label={`QR code: ${formatUsd(quote.units)} USDC on Base to ${quote.payTo}`} />
            <figcaption className="max-w-52 text-small text-fg-muted">
              For a wallet on a phone. Check there that amount and address are as here.
            </figcaption>
          </figure>
        )}
      </div>
      <p className="flex flex-wrap gap-2">
        <CopyButton label="Copy the amount" text={formatUsd(quote.units)} className="control" />
        <CopyButton label="Copy the address" text={quote.payTo} className="control" />
      </p>
      <div className="note note-warn">
        <p>
          Send USDC on the network Base only. Some exchanges take their fee out of the amount: what arrives must be exactly{" "}
          {formatUsd(quote.units)}. A payment of another amount is credited too, but its sender must sign for it.
        </p>
      </div>
      <div>
        <p className="text-small text-fg-muted">
          Memo of this quote. It is a secret: whoever has it collects the credits. Keep it until they are yours.
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code className="font-mono break-all">{quote.memo}</code>
          <CopyButton label="Copy the memo" text={quote.memo} className="control" />
        </p>
      </div>
      {children}
    </div>
  );
}
