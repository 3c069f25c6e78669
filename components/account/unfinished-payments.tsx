import { NearTime } from "@/components/ui/near-time";
import type { z } from "zod";
import { creditsText, usdcText } from "@/lib/domain/money/money-words";

import type { UnfinishedPayment } from "@/lib/schemas/purchases";
import { TransactionLink } from "./transaction-link";

type Unfinished = z.output<typeof UnfinishedPayment>;

const STATES: Record<Unfinished["state"], string> = {
  waiting_for_payment: "Waiting for the payment",
  confirming: "Seen, not deep enough yet",
  confirmed: "Deep enough, credits follow",
  other_sender: "Paid by another wallet",
  disputed: "Disputed",
};

function depthText({ confirmations, required_confirmations: required }: Unfinished): string | null {
  if (confirmations === null) return null;
  return required === null
    ? `${confirmations} blocks follow it; counts once the chain calls its block safe`
    : `${Math.min(confirmations, required)} of ${required} blocks follow it`;
}

/** What was begun and is not credited, each with what to do about it. */
export function UnfinishedPayments({ payments }: { payments: readonly Unfinished[] }) {
  return (
    <ul className="grid gap-3">
      {payments.map((payment) => {
        const { state, amount_base_units: units, credits, tx_hash: hash } = payment;
        const depth = depthText(payment);
        return (
          <li key={`${payment.created_at} ${units ?? hash}`} className={`note ${state === "disputed" ? "note-bad" : "note-info"}`}>
            <p className="font-medium">
              {units === null ? "" : `${usdcText(BigInt(units))} USDC for `}
              {creditsText(credits)}: {STATES[state].toLowerCase()}
            </p>
            <p className="mt-1 max-w-[68ch] [overflow-wrap:anywhere]">{payment.next_step}</p>
            <p className="mt-1 flex flex-wrap gap-x-4 text-small">
              <span>
                Begun <NearTime at={payment.created_at} />
              </span>
              {depth !== null && <span>{depth}</span>}
              {hash !== null && (
                <span>
                  Transaction <TransactionLink hash={hash} explorerUrl={payment.explorer_url} />
                </span>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
