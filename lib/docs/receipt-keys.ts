import { z } from "zod";
import { CANONICAL_FORM, SIGNED_FIELDS, SIGNING_ALG, VERIFY_DOC } from "@/lib/domain/receipts/receipt";
import { defineEndpoint, freeDocument } from "@/lib/http/endpoint";
import { keySet, currentKey } from "@/lib/receipts/key-set";

/** A cached key set may lack a new key for this long, while receipts already carry it. */
const KEYS_SECONDS = 300;

/** `alg` is Ed25519 (RFC 9864); the key set leaves it out. */
const Jwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal(SIGNING_ALG),
  x: z.string().describe("The public key, base64url"),
  kid: z.string().describe("RFC 7638 thumbprint; `key_id` of receipts"),
  alg: z.literal(SIGNING_ALG),
  use: z.literal("sig"),
  key_ops: z.array(z.string()),
  created_at: z.iso.datetime(),
  retired_at: z.iso.datetime().nullable().describe("Since when it signs no more; what it signed stays valid"),
});

export const jwks = defineEndpoint({
  method: "GET",
  path: "/.well-known/jwks.json",
  tag: "Receipts",
  summary: "Every key that has ever signed receipts, as JSON (JWKS, RFC 7517)",
  access: freeDocument(),
  reads: [],
  maxAgeSeconds: KEYS_SECONDS,
  isPrepared: false,
  produces: "application/jwk-set+json",
  isEnveloped: false,
  // Keys without `alg` are found by either name. These are EdDSA (RFC 8037), and Ed25519 (RFC 9864), which older
  // libraries refuse.
  response: z.strictObject({ keys: z.array(Jwk.omit({ alg: true })) }),
}).handle(async ({ db, now }) => ({ keys: (await keySet(db, now)).map(({ alg: _, ...key }) => key) }));

export const receiptKeyDocument = defineEndpoint({
  method: "GET",
  path: "/.well-known/receipt-key.json",
  tag: "Receipts",
  summary: "The key that signs receipts now, as a JWK in JSON",
  access: freeDocument(),
  reads: [],
  maxAgeSeconds: KEYS_SECONDS,
  isPrepared: false,
  response: z.strictObject({
    ...Jwk.shape,
    ext: z.literal(true),
    verify_doc: z.string(),
    jwks_url: z.string(),
    fields_signed: z.array(z.string()).describe("The members of a receipt that its signature covers, in canonical JSON"),
    canonical_form: z.string(),
    how_to_verify: z.string(),
  }),
}).handle(async ({ db, now, baseUrl }) => ({
  ...(await currentKey(db, now)),
  ext: true as const,
  verify_doc: `${baseUrl}${VERIFY_DOC}`,
  jwks_url: `${baseUrl}/.well-known/jwks.json`,
  fields_signed: [...SIGNED_FIELDS],
  canonical_form: CANONICAL_FORM,
  how_to_verify:
    "Take the members of `fields_signed` from the receipt, write them as canonical JSON (RFC 8785), and check `signature` (base64url) over these bytes with the Ed25519 key whose `kid` is the receipt's `key_id`. POST /api/receipt/verify does it too, and /verify-receipt.mjs does it offline.",
}));
