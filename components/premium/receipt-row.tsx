"use client";

import { useState } from "react";
import { reasonText } from "@/lib/domain/money/money-words";
import { receiptHref } from "@/lib/domain/receipts/receipt-link";
import type { PremiumAnswer } from "./run-call";
import { VERDICT_TEXTS, verifyReceipt, type Verdict } from "./verify-receipt";

export const noChargeText = (reason: string): string => `No credit was charged: ${reasonText(reason)}.`;

const credits = (count: number): string => `${count} ${count === 1 ? "credit" : "credits"}`;

export function ReceiptRow({ billing, receipt }: PremiumAnswer) {
  const [verdict, setVerdict] = useState<Verdict | "asking" | null>(null);
  return (
    <div className="mt-4 border-t border-border pt-3 text-small text-fg-muted">
      {billing.no_charge_reason && <p className="mb-1 font-medium text-fg">{noChargeText(billing.no_charge_reason)}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>{credits(billing.credits_charged)} charged</span>
        <span>{credits(billing.credits_remaining)} left</span>
        {receipt ? (
          <>
            <span>
              Receipt <code className="font-mono break-all">{receipt.id}</code>
            </span>
            <button
              type="button"
              className="min-h-6 underline underline-offset-2"
              onClick={async () => {
                setVerdict("asking");
                setVerdict(await verifyReceipt(receipt));
              }}
            >
              Verify
            </button>
            <a href={receiptHref(receipt)}>What it proves</a>
          </>
        ) : (
          <span>No receipt: none is signed while the service is not sure of its clock.</span>
        )}
      </p>
      <p role="status">{verdict && VERDICT_TEXTS[verdict]}</p>
    </div>
  );
}
