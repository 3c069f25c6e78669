import { z } from "zod";
import { AGENT_NONCE, CANONICAL_FORM, RECEIPT_VERSION, SIGNED_FIELDS, SIGNING_ALG, VERIFY_DOC } from "@/lib/domain/receipts/receipt";
import { LOG_PUBLISHED_AT } from "@/lib/domain/receipts/receipt-log";
import type { Site } from "./site";

const VERIFIER_PATH = "/verify-receipt.mjs";

const ROTATION_POLICY =
  "A new key signs from one moment on. Old keys stay in the key set for as long as the service runs, so every receipt stays verifiable.";

export const RECEIPTS_TEXT =
  "Every answer to a paid call, charged or not, carries a receipt signed with Ed25519 over canonical JSON (RFC 8785). Check it at /api/receipt/verify, or offline with /verify-receipt.mjs and the keys of /.well-known/jwks.json. Each day's receipts stand in a signed hash tree at /api/receipt/log. While the service's clock is in doubt an answer costs nothing and has `receipt_status` in place of the receipt.";

export const ReceiptPromise = z.strictObject({
  signed: z.boolean(),
  algorithm: z.string(),
  curve: z.string(),
  canonical_form: z.string(),
  schema_version_current: z.int(),
  schema_versions_supported: z.array(z.int()),
  fields_signed: z.array(z.string()),
  public_key_url: z.string(),
  key_set_url: z.string(),
  verify_endpoint: z.string(),
  verify_doc: z.string(),
  offline_verifier: z.string(),
  agent_nonce: z.strictObject({
    header: z.string(),
    field: z.string(),
    since_version: z.int(),
    purpose: z.string(),
    format: z.string(),
    echo_header: z.string(),
  }),
  rotation_policy: z.string(),
  log: z.strictObject({ url: z.string(), proof_url: z.string(), published_daily_at: z.string(), hashing: z.string() }),
  note: z.string(),
});

/** Receipts are announced as signed only while something can be bought. */
export function receiptPromise({ baseUrl }: Site, isSelling: boolean): z.output<typeof ReceiptPromise> {
  return {
    signed: isSelling,
    algorithm: SIGNING_ALG,
    curve: SIGNING_ALG,
    canonical_form: CANONICAL_FORM,
    schema_version_current: RECEIPT_VERSION,
    schema_versions_supported: [RECEIPT_VERSION],
    fields_signed: [...SIGNED_FIELDS],
    public_key_url: `${baseUrl}${VERIFY_DOC}`,
    key_set_url: `${baseUrl}/.well-known/jwks.json`,
    verify_endpoint: `${baseUrl}/api/receipt/verify`,
    verify_doc: `${baseUrl}${VERIFY_DOC}`,
    offline_verifier: `${baseUrl}${VERIFIER_PATH}`,
    agent_nonce: {
      header: AGENT_NONCE.header,
      field: AGENT_NONCE.field,
      since_version: RECEIPT_VERSION,
      purpose: "What the caller sends here is signed, which ties the receipt to the caller's own record of the call.",
      format: AGENT_NONCE.format.source,
      echo_header: AGENT_NONCE.echoHeader,
    },
    rotation_policy: ROTATION_POLICY,
    log: {
      url: `${baseUrl}/api/receipt/log`,
      proof_url: `${baseUrl}/api/receipt/log/{date}/proof?id={id}`,
      published_daily_at: `${LOG_PUBLISHED_AT} UTC`,
      hashing: "RFC 6962, SHA-256",
    },
    note: isSelling ? RECEIPTS_TEXT : "Nothing is sold yet, so nothing is charged and there is nothing to receipt.",
  };
}
