import { Check, Ellipsis } from "lucide-react";
import { useState } from "react";
import { CHECKS, type CheckName } from "./purchase-work";

const NAMES: Record<CheckName, string> = {
  network: "Network: Base",
  address: "Address to pay, the same wherever it is published",
  balance: "Balance in USDC",
  fee: "Fee of the network",
};

interface Props {
  passed: readonly CheckName[];
  /** Places that were found to name the same address. */
  copies: readonly string[];
}

/** What is read before anything can be sent, and how far that is. */
export function CheckList({ passed, copies }: Props) {
  return (
    <ul aria-label="Checks" className="grid gap-1">
      {CHECKS.map((name) => {
        const isPassed = passed.includes(name);
        const Icon = isPassed ? Check : Ellipsis;
        return (
          <li key={name} className="flex items-baseline gap-2">
            <Icon size={16} aria-hidden className={`shrink-0 self-center ${isPassed ? "text-ok-fg" : "text-fg-muted"}`} />
            <span>
              {name === "address" && copies.length > 0 ? `Address to pay, the same in ${copies.join(", ")}` : NAMES[name]}
              <span className="sr-only">{isPassed ? ": checked" : ": being checked"}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Going on without one of the copies is a decision of its own, which names that copy. */
export function AcceptCopies({ missing, onAccept }: { missing: readonly string[]; onAccept: () => void }) {
  const [isAccepted, setIsAccepted] = useState(false);
  const names = missing.join(", ");
  return (
    <div className="grid justify-items-start gap-3">
      <label className="flex min-h-6 items-baseline gap-2">
        <input type="checkbox" checked={isAccepted} onChange={(event) => setIsAccepted(event.target.checked)} />
        <span>I go on although {names} could not be compared; the other copies agree.</span>
      </label>
      <button type="button" className="control" disabled={!isAccepted} onClick={onAccept}>
        Go on without {names}
      </button>
    </div>
  );
}
