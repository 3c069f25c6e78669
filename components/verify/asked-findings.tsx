"use client";

import { useState } from "react";
import { VERDICT_TEXTS, verifyReceipt, type Verdict } from "@/components/premium/verify-receipt";
import type { PublishedKey } from "./examine";
import { FindingRow } from "./finding-list";
import type { Fields } from "./fields";
import type { Finding } from "./findings";
import type { Tools } from "./use-examination";

interface AskButtonProps {
  label: string;
  isAsking: boolean;
  onClick(): void;
}

function AskButton({ label, isAsking, onClick }: AskButtonProps) {
  return (
    <button type="button" className="control no-print mt-2" disabled={isAsking} onClick={onClick}>
      {isAsking ? "Asking…" : label}
    </button>
  );
}

interface Props {
  receipt: Fields;
  keys: readonly PublishedKey[];
  tools: Tools;
}

export function LogFinding({ receipt, keys, tools: { library, checks } }: Props) {
  const [finding, setFinding] = useState<Finding>(checks.PROOF_NOT_ASKED);
  const [isAsking, setIsAsking] = useState(false);
  async function ask() {
    setIsAsking(true);
    setFinding(await checks.askForProof(receipt, { keys, library }));
    setIsAsking(false);
  }
  return (
    <FindingRow finding={finding}>
      {finding.verdict === "unchecked" && <AskButton label="Ask for the proof" isAsking={isAsking} onClick={() => void ask()} />}
    </FindingRow>
  );
}

const SERVICE_QUESTION = "Does the service itself say the same?";

const AGREEMENT = { valid: true, invalid: false, unanswered: null } as const;

function serviceFinding(verdict: Verdict | null, isValidHere: boolean): Finding {
  if (verdict === null) {
    return {
      question: SERVICE_QUESTION,
      verdict: "unchecked",
      why: "The checks above were made in this browser; nothing was sent. This one sends the receipt.",
    };
  }
  const says = AGREEMENT[verdict];
  if (says === null) return { question: SERVICE_QUESTION, verdict: "unchecked", why: VERDICT_TEXTS.unanswered };
  return says === isValidHere
    ? { question: SERVICE_QUESTION, verdict: "yes", why: `It answers: ${VERDICT_TEXTS[verdict]}` }
    : {
        question: SERVICE_QUESTION,
        verdict: "no",
        why: `It answers: ${VERDICT_TEXTS[verdict]} Trust the result of this browser: it depends on the receipt and the published keys alone, not on what the service says today.`,
      };
}

export function ServiceFinding({ receipt, isValidHere }: { receipt: Fields; isValidHere: boolean }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  async function ask() {
    setIsAsking(true);
    setVerdict(await verifyReceipt(receipt));
    setIsAsking(false);
  }
  const finding = serviceFinding(verdict, isValidHere);
  return (
    <FindingRow finding={finding}>
      {finding.verdict === "unchecked" && <AskButton label="Send it to the service" isAsking={isAsking} onClick={() => void ask()} />}
    </FindingRow>
  );
}
