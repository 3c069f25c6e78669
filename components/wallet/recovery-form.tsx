"use client";

import { Field } from "@/components/ui/fields";
import { useId, useState } from "react";
import type { Goal, Hash, NamedTransfer } from "@/lib/domain/money/purchase-flow/purchase-state";

const HASH = /0x[0-9a-fA-F]{64}/;
const MEMO = /^aed-[0-9a-f]{32}$/;

/** A form for who paid and has no token. The transaction names the payment; memo or signature proves it. */
export function RecoveryForm({ goal, hash, onFound }: { goal: Goal; hash: string | null; onFound: (claim: NamedTransfer) => void }) {
  const id = useId();
  const [problem, setProblem] = useState<"hash" | "memo" | null>(null);
  function find(form: FormData): void {
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const [found] = HASH.exec(text("hash")) ?? [];
    const memo = text("memo");
    if (found === undefined) return setProblem("hash");
    if (memo !== "" && !MEMO.test(memo)) return setProblem("memo");
    onFound({ id: found, quote: null, memo: memo || null, goal, hash: found.toLowerCase() as Hash });
  }
  const message = {
    hash: "A transaction's hash is 0x and 64 hex digits; the address of its page at an explorer will do.",
    memo: "A memo is aed- and 32 hex digits.",
  };
  return (
    <details className="needs-script mt-4" open={hash !== null}>
      <summary className="inline-flex min-h-6 items-center underline decoration-dotted underline-offset-4">I already paid</summary>
      <form
        className="card mt-2 grid max-w-xl gap-3 p-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          find(new FormData(event.currentTarget));
        }}
      >
        <p className="text-fg-muted">
          The memo of your quote or a signature of the wallet that paid collects the credits. If a token was given for this payment before
          and is not used yet, it will stop working.
        </p>
        {(["hash", "memo"] as const).map((name) => (
          <Field
            key={name}
            label={name === "hash" ? "Transaction" : "Memo, if you still have it"}
            name={name}
            defaultValue={name === "hash" ? (hash ?? "") : ""}
            maxLength={300}
            isFaulty={problem === name}
            aria-describedby={problem === name ? `${id}-problem` : undefined}
            className="font-mono"
          />
        ))}
        {problem && (
          <p id={`${id}-problem`} role="alert" className="text-bad-fg">
            {message[problem]}
          </p>
        )}
        <button type="submit" className="control justify-self-start">
          Find the payment
        </button>
      </form>
    </details>
  );
}
