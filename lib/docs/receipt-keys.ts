import { z } from "zod";
import { SIGNING_ALG, VERIFY_DOC } from "@/lib/domain/receipts/receipt";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { keySet, currentKey } from "@/lib/receipts/key-set";

/** A cached key set may lack a new key for this long, while receipts already carry it. */
const KEYS_SECONDS = 300;

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
  access: free(),
  reads: [],
  maxAgeSeconds: KEYS_SECONDS,
  isPrepared: false,
  produces: "application/jwk-set+json",
  isEnveloped: false,
  response: z.strictObject({ keys: z.array(Jwk) }),
}).handle(async ({ db, now }) => ({ keys: await keySet(db, now) }));

export const receiptKeyDocument = defineEndpoint({
  method: "GET",
  path: "/.well-known/receipt-key.json",
  tag: "Receipts",
  summary: "The key that signs receipts now, as a JWK in JSON",
  access: free(),
  reads: [],
  maxAgeSeconds: KEYS_SECONDS,
  isPrepared: false,
  response: z.strictObject({ ...Jwk.shape, ext: z.literal(true), verify_doc: z.string(), jwks_url: z.string() }),
}).handle(async ({ db, now, baseUrl }) => ({
  ...(await currentKey(db, now)),
  ext: true as const,
  verify_doc: `${baseUrl}${VERIFY_DOC}`,
  jwks_url: `${baseUrl}/.well-known/jwks.json`,
}));
