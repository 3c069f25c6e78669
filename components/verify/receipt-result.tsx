"use client";

import { useState } from "react";
import { LogFinding, ServiceFinding } from "./asked-findings";
import type { PublishedKey } from "./examine";
import { FindingRow } from "./finding-list";
import type { Fields } from "./fields";
import { ReceiptFields } from "./receipt-fields";
import { useExamination, type Tools } from "./use-examination";
import { VerdictNote } from "./verdict-note";

const KEYS_PATH = "/.well-known/jwks.json";

interface NewKeysProps {
  onRead(keys: readonly PublishedKey[]): void;
}

/** The page was made a while ago: a key may be newer. */
function NewKeys({ onRead }: NewKeysProps) {
  const [said, setSaid] = useState("");
  async function read() {
    setSaid("Asking…");
    try {
      const response = await fetch(KEYS_PATH, { cache: "reload" });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const { keys } = (await response.json()) as { keys: PublishedKey[] };
      onRead(keys);
      setSaid("The keys were read again.");
    } catch {
      setSaid("No answer came: the keys could not be read again.");
    }
  }
  return (
    <p className="no-print mt-3 flex flex-wrap items-center gap-3">
      <button type="button" className="control" onClick={() => void read()}>
        Read the keys again
      </button>
      <span role="status">{said}</span>
    </p>
  );
}

interface Props {
  receipt: Fields;
  /** The paid answer to compare with; null without one. */
  answer: Fields | null;
  /** The address to compare with; empty without one. */
  address: string;
  keys: readonly PublishedKey[];
  tools: Tools;
  onKeysRead(keys: readonly PublishedKey[]): void;
}

export function ReceiptResult({ receipt, answer, address, keys, tools, onKeysRead }: Props) {
  const examination = useExamination(receipt, keys, tools);
  if (examination === null) return null;
  const { findAnswer, findBilling, findRequest } = tools.checks;
  const ofAnswer = findAnswer(receipt, answer);
  const ofBilling = findBilling(receipt, answer);
  const others = [...(ofBilling ? [ofBilling] : []), findRequest(receipt, address)];
  const findings = [...examination.findings, ofAnswer, ...others];
  const isValid = examination.outcome === "valid";
  return (
    <>
      <div role="status">
        <VerdictNote examination={examination} answer={ofAnswer} others={others} />
      </div>
      {examination.outcome === "unknown-key" && <NewKeys onRead={onKeysRead} />}
      <ul className="card p-4" aria-label="What was checked">
        {findings.map((finding) => (
          <FindingRow key={finding.question} finding={finding} />
        ))}
        {isValid && <LogFinding key={String(receipt.signature)} receipt={receipt} keys={keys} tools={tools} />}
        <ServiceFinding key={`service ${JSON.stringify(receipt)}`} receipt={receipt} isValidHere={isValid} />
      </ul>
      <section aria-labelledby="fields" className="card p-4">
        <h2 id="fields" className="text-h2">
          What the receipt says
        </h2>
        <p className="mt-1 mb-3 text-small text-fg-muted">
          {isValid
            ? "These fields are signed, and nothing else of the receipt is."
            : "No valid signature covers these fields: anybody may have written them."}
        </p>
        <ReceiptFields receipt={receipt} />
      </section>
    </>
  );
}
