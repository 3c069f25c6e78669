import * as noble from "@noble/ed25519";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { createHash, createPublicKey, verify } from "node:crypto";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { SIGNED_FIELDS, signedPart, type Receipt, type ReceiptFields, type TaggedHash } from "@/lib/domain/receipts/receipt";
import { verifyReceipt } from "@/lib/receipts/proofs/verify-receipt";
import { verifySignature } from "@/lib/receipts/proofs/verify-signature";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { inTier } from "../../support/lacks";
import { aKey, malleated, someFields } from "../../support/receipts/receipts";

noble.hashes.sha512 = (message) => new Uint8Array(createHash("sha512").update(message).digest());

const key = aKey();
const keys = [{ kid: key.kid, x: key.x }];

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");
const signedBytes = (receipt: object): Buffer => Buffer.from(canonicalize(signedPart(receipt)) as string);

/** Independent verifiers, which read the canonical form of another library. */
const VERIFIERS = {
  node: (receipt: Receipt, x: string) =>
    verify(
      null,
      signedBytes(receipt),
      createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }),
      bytesOf(receipt.signature),
    ),
  tweetnacl: (receipt: Receipt, x: string) => nacl.sign.detached.verify(signedBytes(receipt), bytesOf(receipt.signature), bytesOf(x)),
  noble: (receipt: Receipt, x: string) => noble.verify(bytesOf(receipt.signature), signedBytes(receipt), bytesOf(x), { zip215: false }),
};

const hash = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex): TaggedHash => `sha256:${hex}`);
const time = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
const anyFields: fc.Arbitrary<ReceiptFields> = fc.record({
  endpoint: fc.webPath().map((path) => `/api/premium${path}`),
  method: fc.constantFrom("GET", "POST", "DELETE"),
  token_short: fc.option(fc.string({ unit: "grapheme", maxLength: 40 })),
  credits_charged: fc.nat(10),
  credits_remaining: fc.maxSafeNat(),
  request_hash: hash,
  response_hash: hash,
  captured_at: fc.option(time),
  server_time: time,
  no_charge_reason: fc.option(fc.constantFrom("stale_data", "5xx", "empty_result")),
  freshness_sla_seconds: fc.option(fc.nat(1_209_600)),
  agent_nonce: fc.option(fc.stringMatching(/^[A-Za-z0-9._-]{8,128}$/)),
  body_sha256: fc.option(hash),
});

const COUNT = inTier(150, 1000);
const receipts = fc.sample(anyFields, { numRuns: COUNT, seed: 2026 }).map((fields) => buildReceipt(fields, key));

function tampered(value: unknown): unknown {
  if (value === null) return "null";
  return typeof value === "number" ? value + 1 : `${String(value)} `;
}

describe(`${COUNT} random receipts`, () => {
  test("are accepted by node, tweetnacl, noble and our own check", () => {
    for (const receipt of receipts) {
      expect(verifyReceipt(receipt, keys)).toEqual({ isValid: true, keyId: key.kid });
      for (const [name, isGenuine] of Object.entries(VERIFIERS)) expect(isGenuine(receipt, key.x), name).toBe(true);
    }
  });

  test.each(SIGNED_FIELDS)("are refused by all four when %s is changed", (field) => {
    for (const receipt of receipts.slice(0, 10)) {
      const changed = { ...receipt, [field]: tampered(receipt[field]) };
      expect(verifyReceipt(changed, keys).isValid, field).toBe(false);
      for (const [name, isGenuine] of Object.entries(VERIFIERS)) expect(isGenuine(changed, key.x), `${name} ${field}`).toBe(false);
    }
  });

  test("are refused with S + L for S, which tweetnacl alone accepts", () => {
    for (const receipt of receipts) {
      const twin = malleated(receipt);
      expect(verifyReceipt(twin, keys)).toMatchObject({ isValid: false, fault: "invalid_signature" });
      expect(VERIFIERS.node(twin, key.x)).toBe(false);
      expect(VERIFIERS.noble(twin, key.x)).toBe(false);
    }
    expect(receipts.some((receipt) => VERIFIERS.tweetnacl(malleated(receipt), key.x))).toBe(true);
  });

  test("have unique ids of 64 bits", () => {
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(COUNT);
    for (const { id } of receipts) expect(id).toMatch(/^rcpt_[0-9a-f]{16}$/);
  });
});

describe("a receipt", () => {
  const receipt = buildReceipt(someFields(), key);
  const verdict = (changes: Record<string, unknown>) => verifyReceipt({ ...receipt, ...changes }, keys);

  test("carries version, algorithm, form and the key's RFC 7638 thumbprint", () => {
    expect(receipt).toMatchObject({
      v: 1,
      signing_alg: "Ed25519",
      canonical_form: "jcs-rfc8785",
      verify_doc: "/.well-known/receipt-key.json",
    });
    expect(aKey().kid).toBe(
      createHash("sha256")
        .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x: key.x }))
        .digest("base64url"),
    );
    expect(receipt.signature).toMatch(/^[A-Za-z0-9_-]{86}$/);
    expect(Object.keys(receipt).slice(0, SIGNED_FIELDS.length)).toEqual(SIGNED_FIELDS);
  });

  test("may have further members, in any order, and stays valid", () => {
    const turned = Object.fromEntries(Object.entries({ ...receipt, note: "mine" }).toReversed());
    expect(verifyReceipt(turned, keys).isValid).toBe(true);
  });

  test.each(SIGNED_FIELDS)("is malformed without %s", (field) => {
    expect(verdict({ [field]: undefined })).toMatchObject({ isValid: false, fault: "malformed_receipt" });
  });

  test("is malformed with an out-of-range number, which canonical JSON could read as null", () => {
    const unpromised = buildReceipt(someFields({ freshness_sla_seconds: null }), key);
    expect(verifyReceipt({ ...unpromised, freshness_sla_seconds: Infinity }, keys)).toMatchObject({
      isValid: false,
      fault: "malformed_receipt",
    });
  });

  test("is refused by name for another version, algorithm or form", () => {
    expect(verdict({ v: 2 })).toMatchObject({ fault: "unsupported_version" });
    for (const signing_alg of ["none", "HS256", "EdDSA", null, undefined]) {
      expect(verdict({ signing_alg }), String(signing_alg)).toMatchObject({ fault: "unsupported_algorithm" });
    }
    expect(verdict({ canonical_form: "canonical-json-v1" })).toMatchObject({ fault: "unsupported_algorithm" });
  });

  test("is refused under an unknown key id, another key's id, or the id of an unpublished key", () => {
    expect(verdict({ key_id: "unknown" })).toEqual({ isValid: false, keyId: "unknown", fault: "unknown_key_id" });
    const old = aKey("old");
    const both = [...keys, { kid: old.kid, x: old.x }];
    const early = buildReceipt(someFields(), old);
    expect(verifyReceipt(early, both).isValid).toBe(true);
    expect(verifyReceipt(early, keys)).toMatchObject({ fault: "unknown_key_id" });
    expect(verifyReceipt({ ...early, key_id: key.kid }, both)).toMatchObject({ fault: "invalid_signature" });
  });

  test("is not verified with a key that it carries itself", () => {
    const forger = aKey("forger");
    const forged = {
      ...buildReceipt(someFields(), forger),
      x: forger.x,
      jwk: { kty: "OKP", crv: "Ed25519", x: forger.x, kid: forger.kid },
    };
    expect(verifyReceipt(forged, keys)).toMatchObject({ fault: "unknown_key_id" });
    expect(verifyReceipt({ ...forged, key_id: key.kid }, keys)).toMatchObject({ fault: "invalid_signature" });
  });

  test("has exactly one valid spelling of its signature", () => {
    const last = receipt.signature.at(-1) as string;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const twin = receipt.signature.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1];
    expect(bytesOf(twin)).toEqual(bytesOf(receipt.signature));
    for (const signature of [twin, `${receipt.signature}==`, `${receipt.signature} `, receipt.signature.slice(1), "", 5, null]) {
      expect(verdict({ signature })).toMatchObject({ fault: "invalid_signature" });
    }
  });
});

describe("a public key of small order", () => {
  const points = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ];
  const withSign = points.flatMap((hex) => [hex, hex.slice(0, 62) + (parseInt(hex.slice(62), 16) | 128).toString(16).padStart(2, "0")]);
  const notCanonical = [
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    `${"ff".repeat(31)}ff`,
  ];

  /** R = A = identity and S = 0 satisfy the equation for every message. */
  test("is refused by our check, while tweetnacl accepts any message under the identity", () => {
    const identity = Buffer.from(points[0] as string, "hex");
    const signature = Buffer.concat([identity, Buffer.alloc(32)]);
    expect(nacl.sign.detached.verify(Buffer.from("any message"), signature, identity)).toBe(true);
    expect(verifySignature("any message", signature.toString("base64url"), identity.toString("base64url"))).toBe(false);
  });

  test.each([...withSign, ...notCanonical])("%s is refused for every message", (hex) => {
    const publicKey = Buffer.from(hex, "hex");
    for (const message of ["a", "b", "c", "d", "e", "f", "g", "h", "i"]) {
      for (const point of [...withSign, ...notCanonical]) {
        const signature = Buffer.concat([Buffer.from(point, "hex"), Buffer.alloc(32)]).toString("base64url");
        expect(verifySignature(message, signature, publicKey.toString("base64url"))).toBe(false);
      }
    }
  });

  test("is one of the eight points that noble also reports", () => {
    const small = withSign.filter((hex) => {
      try {
        return noble.Point.fromBytes(Buffer.from(hex, "hex"), true).isSmallOrder();
      } catch {
        return false;
      }
    });
    expect(new Set(small).size).toBeGreaterThanOrEqual(8);
  });
});

test("signs the same canonical form that other libraries write", () => {
  for (const receipt of receipts) expect(canonicalJson(signedPart(receipt))).toBe(canonicalize(signedPart(receipt)));
});
