import { sha256 } from "@noble/hashes/sha2";
import { formatMoment } from "@/lib/domain/pages/format";
import type { SignatureLibrary } from "@/lib/receipts/proofs/browser-signature";
import { leadsToRoot, type InclusionProof } from "@/lib/receipts/proofs/inclusion";
import { FAULT_WORDS, readLogHead, readReceipt, type PublicKey, type SignedText } from "@/lib/receipts/proofs/read-signed";
import { readSignature } from "@/lib/receipts/proofs/sound-signature";
import type { Fields } from "./fields";
import { shownText, type Finding } from "./findings";

export interface PublishedKey extends PublicKey {
  created_at: string;
  retired_at: string | null;
}

export interface Examination {
  outcome: "valid" | "unknown-key" | "invalid";
  findings: Finding[];
}

/** Difference between two servers' clocks: a new key's receipt may bear a time just before the key's. */
const CLOCKS_DIFFER_MS = 5 * 60 * 1000;

async function isSigned({ text, signature, key }: SignedText, library: SignatureLibrary): Promise<boolean> {
  const signed = readSignature(text, signature, key.x);
  return signed !== null && library.verify(signed);
}

function findKeyTime(receipt: Fields, { kid, created_at: created, retired_at: retired }: PublishedKey): Finding {
  const question = "Did that key sign at that time?";
  const at = Date.parse(String(receipt.server_time));
  const use = retired === null ? "and is in use" : `and signed until ${formatMoment(retired)}`;
  const why = `Key ${kid} is published by this service since ${formatMoment(created)} ${use}. The receipt is of ${shownText(receipt.server_time)}.`;
  const isEarly = at < Date.parse(created) - CLOCKS_DIFFER_MS;
  const isLate = retired !== null && at > Date.parse(retired) + CLOCKS_DIFFER_MS;
  return { question, verdict: Number.isNaN(at) || isEarly || isLate ? "no" : "yes", why };
}

const signedBy = (verdict: Finding["verdict"], why: string): Finding => ({ question: "Did this service sign it?", verdict, why });

export async function examine(receipt: Fields, keys: readonly PublishedKey[], library: SignatureLibrary): Promise<Examination> {
  const read = readReceipt(receipt, keys);
  if (read === "unknown_key_id") {
    const why = `It names the key ${shownText(receipt.key_id)}, which is not among the ${keys.length} that this page knows. Nobody can say by it who signed.`;
    return { outcome: "unknown-key", findings: [signedBy("no", why)] };
  }
  if (typeof read === "string") return { outcome: "invalid", findings: [signedBy("no", FAULT_WORDS[read])] };
  if (!(await isSigned(read, library))) return { outcome: "invalid", findings: [signedBy("no", FAULT_WORDS.invalid_signature)] };
  const key = keys.find(({ kid }) => kid === read.key.kid);
  const why = "The signature belongs to exactly these fields and to a published key of this service: none of them was changed.";
  return { outcome: "valid", findings: [signedBy("yes", why), ...(key ? [findKeyTime(receipt, key)] : [])] };
}

/** What does not hold; null if the path leads from the receipt to a root that this service signed. */
export async function faultOfProof(
  receipt: Fields,
  proof: InclusionProof,
  { keys, library }: { keys: readonly PublicKey[]; library: SignatureLibrary },
): Promise<string | null> {
  const head = readLogHead(proof.log, keys);
  if (!head || !(await isSigned(head, library))) return "The log's root is not signed by a key that this page knows.";
  return leadsToRoot(receipt, proof, sha256) ? null : "The path does not lead from this receipt to the signed root of its day.";
}
