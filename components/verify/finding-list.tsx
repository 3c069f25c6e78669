import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Finding } from "./findings";

const LOOKS = {
  yes: { word: "Yes", mark: Check, look: "bg-ok-tint text-ok-fg" },
  no: { word: "No", mark: X, look: "bg-bad-tint text-bad-fg" },
  unchecked: { word: "Not checked", mark: Minus, look: "bg-unk-tint text-unk-fg" },
} as const;

/** A question with its plain answer; `children` is what the reader can do about it. */
export function FindingRow({ finding: { question, verdict, why }, children }: { finding: Finding; children?: ReactNode }) {
  const { word, mark: Mark, look } = LOOKS[verdict];
  return (
    <li className="border-t border-border py-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <b className="font-medium">{question}</b>
        <span className={`chip inline-flex items-center gap-1 rounded-chip px-2 py-0.5 text-small font-medium ${look}`}>
          <Mark aria-hidden size={14} />
          {word}
        </span>
      </p>
      <p className="mt-1 max-w-[80ch] text-small [overflow-wrap:anywhere] text-fg-muted">{why}</p>
      {children}
    </li>
  );
}
