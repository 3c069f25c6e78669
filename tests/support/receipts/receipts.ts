import { createHash } from "node:crypto";
import type { Receipt, ReceiptFields } from "@/lib/domain/receipts/receipt";
import { hashRequest, hashResponse } from "@/lib/receipts/hashes";
import { receiptKeyOf, type ReceiptKey } from "@/lib/receipts/receipt-key";
import { signingKey } from "@/lib/config/signing-key";

export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());

export function aKey(name = "operator", isShared = true): ReceiptKey {
  const privateKey = signingKey(createHash("sha256").update(name).digest("base64url"));
  if (!privateKey) throw new Error("a seed that is none");
  return receiptKeyOf(privateKey, isShared);
}

const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Replaces S by S + L, which satisfies the same equation. */
export function malleated(receipt: Receipt): Receipt {
  const signature = Buffer.from(receipt.signature, "base64url");
  const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + GROUP_ORDER;
  Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse().copy(signature, 32);
  return { ...receipt, signature: signature.toString("base64url") };
}

export const anAnswer = {
  ok: true,
  task: "code",
  recommendations: [{ model: "Claude Opus 4.5", composite_score: 0.8312, "price €": 5 }],
  freshness: { as_of: null, fresh: true },
};

export function someFields(overrides: Partial<ReceiptFields> = {}): ReceiptFields {
  return {
    endpoint: "/api/premium/routing",
    method: "GET",
    token_short: "aed_live_9f2c11aa...77e0b3d1",
    credits_charged: 1,
    credits_remaining: 49,
    request_hash: hashRequest("GET", "/api/premium/routing", [["task", "code"]]),
    response_hash: hashResponse(anAnswer),
    captured_at: "2026-05-15T18:00:00.000Z",
    server_time: "2026-05-15T18:00:01.123Z",
    no_charge_reason: null,
    freshness_sla_seconds: 86_400,
    agent_nonce: null,
    body_sha256: null,
    ...overrides,
  };
}
