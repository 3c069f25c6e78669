import { PlainCode } from "@/components/api/plain-code";
import type { Address } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { QrDrawing } from "./draw-qr";
import { PayByHand } from "./payment-facts";

/** A quote as a form without a script hands it back: plain values only. */
export interface QuoteByHand {
  memo: string;
  units: string;
  credits: number;
  payTo: string;
  contract: string;
  chainId: number;
  expiresAt: number;
  uri: string;
  qr: QrDrawing;
  command: string;
}

export function QuotedByHand({ quoted, social }: { quoted: QuoteByHand; social: string | null }) {
  const { units, payTo, contract, qr, command, ...rest } = quoted;
  const quote = { ...rest, units: BigInt(units), payTo: payTo as Address, contract: contract as Address, sender: null };
  return (
    <div className="card p-4">
      <h2 className="mb-3 text-h2">Pay from any wallet</h2>
      <PayByHand quote={quote} social={social} qr={qr}>
        <div>
          <p className="mb-1">
            After you have paid, this collects your token; while the payment is not deep enough in the chain it says so:
          </p>
          <PlainCode text={command} label="Command that confirms the payment" />
        </div>
      </PayByHand>
    </div>
  );
}
