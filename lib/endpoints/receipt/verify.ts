import { createHash } from "node:crypto";
import { z } from "zod";
import type { Db } from "@/db/client";
import { CANONICAL_FORM, SIGNING_ALG } from "@/lib/domain/receipts/receipt";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { isResponseOf } from "@/lib/receipts/proofs/check-response";
import { FAULT_WORDS, type Fault } from "@/lib/receipts/proofs/read-signed";
import { verifyReceipt } from "@/lib/receipts/proofs/verify-receipt";
import { keySet } from "@/lib/receipts/key-set";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_QUERY_LENGTH = 8192;

const Verdict = z
  .strictObject({
    valid: z.boolean().describe("Whether this service signed exactly these fields"),
    key_id: z.string().nullable(),
    algorithm: z.literal(SIGNING_ALG),
    canonical_form: z.literal(CANONICAL_FORM),
    error: z
      .enum(Object.keys(FAULT_WORDS) as [Fault, ...Fault[]])
      .optional()
      .describe("Why it is not valid"),
    message: z.string().optional(),
    response_hash_matches: z
      .boolean()
      .nullable()
      .describe("Whether the answer that was sent along is the one of the receipt; null without one"),
  })
  .meta({ id: "ReceiptVerdict" });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function parseText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

function requireReceipt(value: unknown): Record<string, unknown> {
  const receipt = parseText(value);
  if (!isObject(receipt)) throw new ApiError("receipt_required");
  return receipt;
}

async function judge(
  receipt: Record<string, unknown>,
  response: unknown,
  { db, now }: { db: Db; now: Date },
): Promise<z.input<typeof Verdict>> {
  const verdict = verifyReceipt(receipt, await keySet(db, now));
  const answer = parseText(response);
  return {
    valid: verdict.isValid,
    key_id: verdict.keyId,
    algorithm: SIGNING_ALG,
    canonical_form: CANONICAL_FORM,
    ...(verdict.isValid ? {} : { error: verdict.fault, message: FAULT_WORDS[verdict.fault] }),
    response_hash_matches:
      response === undefined
        ? null
        : isObject(answer) && isResponseOf(receipt, answer, (bytes) => createHash("sha256").update(bytes).digest()),
  };
}

export const verifyPostedReceipt = defineEndpoint({
  method: "POST",
  path: "/api/receipt/verify",
  tag: "Receipts",
  summary: "Verify a receipt: whether it was signed by this service",
  description:
    "Takes `receipt` as an object or its JSON text, a bare receipt, or a whole paid answer. With the answer, in `response` or whole, it also says whether the receipt belongs to it. Nothing that is sent here is stored.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.looseObject({
    receipt: z.unknown().optional().describe("The receipt, as an object or as JSON text"),
    response: z.unknown().optional().describe("The answer it came with; `billing` and `receipt` may be left in"),
  }),
  response: Verdict,
  errors: { receipt_required: z.object({}) },
  example: { body: { receipt: { v: 1, id: "rcpt_3f0c9a71b2d84e65", signature: "…" } } },
}).handle((context) => {
  const { body } = context;
  const isBare = !("receipt" in body) && "signature" in body;
  const whole = "billing" in body ? body : undefined;
  return judge(requireReceipt(isBare ? body : body.receipt), body.response ?? whole, context);
});

export const verifyLinkedReceipt = defineEndpoint({
  method: "GET",
  path: "/api/receipt/verify",
  tag: "Receipts",
  summary: "Verify a receipt that is in a link: whether it was signed by this service",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  query: z.object({
    receipt: z
      .string()
      .regex(/^[A-Za-z0-9_-]+={0,2}$/)
      .max(MAX_QUERY_LENGTH)
      .meta({
        missing: "receipt_required",
        accepts: `base64url of the receipt's JSON, at most ${MAX_QUERY_LENGTH} characters`,
        description: "The receipt's JSON in base64url",
      }),
  }),
  response: Verdict,
  example: { query: { receipt: Buffer.from('{"v":1,"id":"rcpt_3f0c9a71b2d84e65","signature":"…"}').toString("base64url") } },
}).handle((context) => judge(requireReceipt(Buffer.from(context.query.receipt, "base64url").toString("utf8")), undefined, context));
