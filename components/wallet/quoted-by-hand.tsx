import { Field } from "@/components/ui/fields";
import { RefusedForm } from "@/components/account/refused-form";
import { formatCount } from "@/lib/domain/pages/format";
import type { FormState } from "@/lib/domain/pages/form-state";
import type { Address } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { QrDrawing } from "./draw-qr";
import { PayByHand } from "./payment-facts";
import type { Seller } from "./step-details";
import { TokenPanel } from "./token-panel";

/** A quote as a form without a script hands it back: plain values only. */
interface QuotedByHand {
  kind: "quoted";
  memo: string;
  units: string;
  credits: number;
  payTo: string;
  contract: string;
  chainId: number;
  expiresAt: number;
  uri: string;
  qr: QrDrawing;
}

interface CollectedByHand {
  kind: "collected";
  credits: number;
  token: string;
}

/** The memo is kept in the form that asks again; where to pay is never taken from what a browser sent. */
interface AskedByHand {
  kind: "asked";
  memo: string;
}

/** A purchase without a script: what it has come to, and why its last step was refused. */
export interface ByHand {
  shown: QuotedByHand | CollectedByHand | AskedByHand | null;
  problem: FormState<never>;
}

interface CollectProps {
  send: (form: FormData) => void;
  /** Null where the reader has to give it. */
  memo: string | null;
}

export function CollectForm({ send, memo }: CollectProps) {
  return (
    <form action={send} className="grid justify-items-start gap-3">
      <input type="hidden" name="step" value="collect" />
      {memo === null ? (
        <Field
          label="Memo of the quote that was paid"
          box="w-full max-w-xl"
          name="memo"
          required
          pattern="aed-[0-9a-f]{32}"
          maxLength={36}
          className="font-mono"
        />
      ) : (
        <input type="hidden" name="memo" value={memo} />
      )}
      <button type="submit" className="control control-primary">
        Collect the credits
      </button>
    </form>
  );
}

function Quoted({ quoted, social, send }: { quoted: QuotedByHand; social: string | null; send: CollectProps["send"] }) {
  const { units, payTo, contract, qr, ...rest } = quoted;
  const quote = { ...rest, units: BigInt(units), payTo: payTo as Address, contract: contract as Address, sender: null };
  return (
    <>
      <h2 className="mb-3 text-h2">Pay from any wallet</h2>
      <PayByHand quote={quote} social={social} qr={qr}>
        <div>
          <p className="mb-2">After you have paid, this shows your token. While the payment is not deep enough in the chain it says so.</p>
          <CollectForm send={send} memo={quoted.memo} />
        </div>
      </PayByHand>
    </>
  );
}

interface Props {
  byHand: ByHand;
  seller: Seller;
  send: CollectProps["send"];
}

/** What a purchase without a script has come to. */
export function PurchaseByHand({ byHand: { shown, problem }, seller, send }: Props) {
  if (shown === null) return null;
  return (
    <div className="card grid gap-4 p-4">
      {shown.kind === "quoted" && <Quoted quoted={shown} social={seller.social} send={send} />}
      {shown.kind === "asked" && (
        <>
          <h2 className="text-h2">Not credited yet</h2>
          <RefusedForm state={problem} />
          <p>
            Do not pay again. The memo <code className="font-mono break-all">{shown.memo}</code> collects the credits: keep it until they
            are yours.
          </p>
          <CollectForm send={send} memo={shown.memo} />
        </>
      )}
      {shown.kind === "collected" && (
        <>
          <h2 className="text-h2">{formatCount(shown.credits)} credits are yours</h2>
          <TokenPanel token={shown.token} baseUrl={seller.baseUrl} onDone={() => location.assign("/account")} />
        </>
      )}
    </div>
  );
}
