import { z } from "zod";
import { CANONICAL_FORM, RECEIPT_VERSION, SIGNING_ALG, VERIFY_DOC } from "@/lib/domain/receipts/receipt";
import { LOG_VERSION } from "@/lib/domain/receipts/receipt-log";

const taggedHash = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const signature = z
  .string()
  .regex(/^[A-Za-z0-9_-]{86}$/)
  .describe("Ed25519 over the canonical JSON of the signed fields, base64url");
const keyId = z.string().describe("RFC 7638 thumbprint of the key in /.well-known/jwks.json");

export const ReceiptIdPattern = /^rcpt_[0-9a-f]{16}$/;

/** Fields `v` to `body_sha256` are signed; the others are needed to verify the signature. */
export const Receipt = z
  .strictObject({
    v: z.literal(RECEIPT_VERSION),
    id: z.string().regex(ReceiptIdPattern),
    endpoint: z.string().describe("Path without query"),
    method: z.string(),
    token_short: z.string().nullable(),
    credits_charged: z.int().min(0),
    credits_remaining: z.int().min(0),
    request_hash: taggedHash.describe(
      "Of `<METHOD> <path>?<k=v&k=v>` with decoded parameters in order of name and value, and for a body a line feed and `body_sha256`",
    ),
    response_hash: taggedHash.describe("Of the canonical JSON of the answer without `billing`, `receipt` and `receipt_status`"),
    captured_at: z.iso.datetime().nullable().describe("When the oldest data of the answer was read at its source"),
    server_time: z.iso.datetime(),
    no_charge_reason: z.string().nullable(),
    freshness_sla_seconds: z.int().nullable(),
    agent_nonce: z.string().nullable().describe("The caller's X-Agent-Nonce"),
    body_sha256: taggedHash.nullable().describe("Of the request's body as it came; null without one"),
    signature,
    key_id: keyId,
    signing_alg: z.literal(SIGNING_ALG),
    signing_curve: z.literal(SIGNING_ALG),
    canonical_form: z.literal(CANONICAL_FORM),
    verify_doc: z.literal(VERIFY_DOC),
  })
  .meta({ id: "Receipt" });

export const ReceiptLogHead = z
  .strictObject({
    v: z.literal(LOG_VERSION),
    date: z.iso.date().describe("UTC day of the receipts' server_time"),
    size: z.int().min(0).describe("How many receipts the day has"),
    root: taggedHash.describe("Root of the RFC 6962 tree over the receipts in order of id"),
    previous: taggedHash
      .nullable()
      .describe(
        "Hash of the canonical JSON of the signed fields of the head published before this one, which is that of the day before unless a day was closed too early; null for the first",
      ),
    published_at: z.iso.datetime(),
    signature,
    key_id: keyId,
  })
  .meta({ id: "ReceiptLogHead" });

export const ReceiptProof = z
  .strictObject({
    id: z.string(),
    leaf_hash: taggedHash.describe("Of 0x00 and the canonical JSON of the receipt's signed fields, `key_id` and `signature`"),
    index: z.int().min(0),
    path: z.array(taggedHash).describe("The nodes beside the way to the root, the lowest first (RFC 9162, 2.1.3)"),
    log: ReceiptLogHead,
  })
  .meta({ id: "ReceiptProof" });
