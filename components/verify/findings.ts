import { sha256 } from "@noble/hashes/sha2";
import { requestText } from "@/lib/domain/receipts/request-text";
import type { TaggedHash } from "@/lib/domain/receipts/receipt";
import { responseHash } from "@/lib/receipts/proofs/check-response";
import { toHex } from "@/lib/receipts/proofs/encodings";
import { isFields, type Fields } from "./fields";

/** A question of an auditor, what the check of it led to, and why. */
export interface Finding {
  question: string;
  verdict: "yes" | "no" | "unchecked";
  why: string;
}

const LONGEST_SHOWN = 300;

/** What a receipt says is anybody's text until its signature is checked. */
export const shownText = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "missing");
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

export function findAnswer(receipt: Fields, answer: Fields | null): Finding {
  const question = "Is it the receipt of this answer?";
  if (answer === null) return { question, verdict: "unchecked", why: "Paste the answer above to compare its hash with the receipt's." };
  const hash = responseHash(answer, sha256);
  if (hash === null) {
    return {
      question,
      verdict: "no",
      why: "Programs would read this answer differently, for its numbers or its depth. No answer of this service is like that.",
    };
  }
  const isSame = hash === receipt.response_hash;
  return isSame
    ? { question, verdict: "yes", why: `Both hashes are ${hash}: not one value of the answer was changed.` }
    : {
        question,
        verdict: "no",
        why: `The answer's hash is ${hash}, the receipt was given for ${shownText(receipt.response_hash)}: a value of the answer was changed, or it is another answer.`,
      };
}

const BILLED = ["credits_charged", "credits_remaining", "no_charge_reason"] as const;

/** The hash leaves `billing` out, so that what stands there is compared by itself. Null where there is none. */
export function findBilling(receipt: Fields, answer: Fields | null): Finding | null {
  const billing = answer?.billing;
  if (!isFields(billing)) return null;
  const differing = BILLED.filter((name) => (billing[name] ?? null) !== (receipt[name] ?? null));
  const question = "Does the answer's billing say the same?";
  if (differing.length === 0) return { question, verdict: "yes", why: "Credits, balance and reason are those of the receipt." };
  const named = differing.map(
    (name) => `${name} is ${shownText(billing[name] ?? null)} there and ${shownText(receipt[name])} in the receipt`,
  );
  return { question, verdict: "no", why: `${named.join("; ")}. The receipt is what is signed.` };
}

const ANY_SITE = "https://site.invalid";

export function findRequest(receipt: Fields, address: string): Finding {
  const question = "Is it the receipt of this request?";
  const { method, request_hash: wanted, body_sha256: body } = receipt;
  if (address.trim() === "") {
    return {
      question,
      verdict: "unchecked",
      why: "The receipt names the path; the parameters are in its request hash. Paste the address above to compare.",
    };
  }
  let url: URL;
  try {
    url = new URL(address.trim(), ANY_SITE);
  } catch {
    return { question, verdict: "no", why: "What was pasted is not an address." };
  }
  const bodySha256 = typeof body === "string" ? (body as TaggedHash) : null;
  const text = requestText({ method: String(method), path: url.pathname, query: url.searchParams, bodySha256 });
  const hash = `sha256:${toHex(sha256(new TextEncoder().encode(text)))}`;
  const [line = ""] = text.split("\n");
  return hash === wanted
    ? { question, verdict: "yes", why: `The hash of ${line} is the one of the receipt.` }
    : { question, verdict: "no", why: `The hash of ${line} is ${hash}, the receipt's is ${shownText(wanted)}.` };
}
