"use client";

import { NearTime } from "@/components/ui/near-time";
import { useEffect, useState } from "react";
import { formatUsd } from "@/lib/domain/money/credits";

import type { Payment } from "@/lib/domain/money/purchase-flow/purchase-state";
import { isForgettable, onRecords, readRecords, removeRecord } from "./payment-records";

interface Remembered {
  payment: Payment;
  canForget: boolean;
}

/** Payments that this browser remembers; empty on the server and before the first look. */
function useRecords(): Remembered[] {
  const [records, setRecords] = useState<Remembered[]>([]);
  useEffect(() => {
    const look = () => {
      const now = Date.now();
      setRecords(readRecords(now).map((payment) => ({ payment, canForget: isForgettable(payment, now) })));
    };
    look();
    return onRecords(look);
  }, []);
  return records;
}

function sentenceOf({ hash, method }: Payment, name: string): string {
  if (hash !== null) return `A payment of ${name} is not finished.`;
  return method === "by-hand" ? `A quote of ${name} waits for its payment.` : `It is not known whether a payment of ${name} was made.`;
}

interface Props {
  /** Absent on pages that lead to the one where payments are finished. */
  onContinue?: (payment: Payment) => void;
}

/** What was begun in this browser and is not credited yet. */
export function UnfinishedPayments({ onContinue }: Props) {
  const records = useRecords();
  if (records.length === 0) return null;
  return (
    <section aria-label="Unfinished payments" className="mb-4 grid gap-2">
      {records.map(({ payment, canForget }) => {
        const { id, quote, hash, madeAt } = payment;
        const name = `${formatUsd(quote.units)} USDC`;
        return (
          <div key={id} className="note note-info flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0">
              <strong className="font-medium">{sentenceOf(payment, name)}</strong>{" "}
              <span className="text-small">
                Begun <NearTime at={new Date(madeAt).toISOString()} />
                {hash && (
                  <>
                    , transaction <code className="font-mono">{`${hash.slice(0, 8)}…${hash.slice(-6)}`}</code>
                  </>
                )}
                .
              </span>
            </p>
            <p className="flex flex-wrap gap-2">
              {onContinue ? (
                <button type="button" className="control" onClick={() => onContinue(payment)} aria-label={`Continue: ${name}`}>
                  Continue
                </button>
              ) : (
                <a href="/buy" className="control" aria-label={`Continue: ${name}`}>
                  Continue
                </a>
              )}
              {canForget && (
                <button type="button" className="control" onClick={() => removeRecord(id)} aria-label={`Forget: ${name}`}>
                  {hash === null ? "I did not pay: forget it" : "Forget it"}
                </button>
              )}
            </p>
          </div>
        );
      })}
    </section>
  );
}
