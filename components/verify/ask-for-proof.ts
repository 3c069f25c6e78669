import { plural } from "@/lib/domain/pages/format";
import { formatCount } from "@/lib/domain/pages/format";
import { LOG_PUBLISHED_AT } from "@/lib/domain/receipts/receipt-log";
import type { SignatureLibrary } from "@/lib/receipts/proofs/browser-signature";
import type { InclusionProof } from "@/lib/receipts/proofs/inclusion";
import type { PublicKey } from "@/lib/receipts/proofs/read-signed";
import { faultOfProof } from "./examine";
import type { Fields } from "./fields";
import { shownText, type Finding } from "./findings";

const QUESTION = "Does it stand in the log of its day?";

const UNANSWERED = "No answer came: the proof is asked of the service, so this needs a connection. Try again.";

const REFUSALS: Readonly<Record<string, string>> = {
  receipt_log_not_found: `The log of that day is not published yet: that happens at ${LOG_PUBLISHED_AT} UTC of the next day.`,
  receipt_not_found: "The published log of that day does not hold this receipt.",
};

function findingOfRefusal(error: unknown): Finding {
  const why = typeof error === "string" ? REFUSALS[error] : undefined;
  return { question: QUESTION, verdict: error === "receipt_not_found" ? "no" : "unchecked", why: why ?? UNANSWERED };
}

export const PROOF_NOT_ASKED: Finding = {
  question: QUESTION,
  verdict: "unchecked",
  why: "Each day's receipts stand in a hash tree whose root is signed and published, so that none can be denied later.",
};

/** Asks the service for the path of the receipt in its day's tree, and follows it here. */
export async function askForProof(receipt: Fields, means: { keys: readonly PublicKey[]; library: SignatureLibrary }): Promise<Finding> {
  const day = shownText(receipt.server_time).slice(0, 10);
  try {
    const address = `/api/receipt/log/${encodeURIComponent(day)}/proof?id=${encodeURIComponent(shownText(receipt.id))}`;
    const response = await fetch(address, { cache: "no-store" });
    const body = (await response.json()) as InclusionProof & { error?: unknown };
    if (!response.ok) return findingOfRefusal(body.error);
    const fault = await faultOfProof(receipt, body, means);
    const { index, log } = body;
    if (fault !== null) return { question: QUESTION, verdict: "no", why: fault };
    const why = `It is number ${formatCount(index + 1)} of ${plural(log.size, "receipt")} of ${log.date}; the path to the signed root ${log.root} was followed in this browser.`;
    return { question: QUESTION, verdict: "yes", why };
  } catch {
    return { question: QUESTION, verdict: "unchecked", why: UNANSWERED };
  }
}
