/** The format is permanent: receipts of version 1 must stay verifiable for ever. */
export const RECEIPT_VERSION = 1;
export const SIGNING_ALG = "Ed25519";
export const CANONICAL_FORM = "jcs-rfc8785";
export const VERIFY_DOC = "/.well-known/receipt-key.json";

/** A caller's own nonce, signed and echoed; one of another format is ignored. */
export const AGENT_NONCE = {
  header: "X-Agent-Nonce",
  echoHeader: "X-Agent-Nonce-Echo",
  field: "agent_nonce",
  format: /^[A-Za-z0-9._-]{8,128}$/,
  accepts: "8 to 128 letters, digits, dots, hyphens or underscores",
} as const;

/** Exactly these fields are signed; verification ignores all others. */
export const SIGNED_FIELDS = [
  "v",
  "id",
  "endpoint",
  "method",
  "token_short",
  "credits_charged",
  "credits_remaining",
  "request_hash",
  "response_hash",
  "captured_at",
  "server_time",
  "no_charge_reason",
  "freshness_sla_seconds",
  "agent_nonce",
  "body_sha256",
] as const;

const UNHASHED_MEMBERS = ["billing", "receipt", "receipt_status"] as const;
const UNHASHED: ReadonlySet<string> = new Set(UNHASHED_MEMBERS);

export type TaggedHash = `sha256:${string}`;

export interface ReceiptFields {
  endpoint: string;
  method: string;
  token_short: string | null;
  credits_charged: number;
  credits_remaining: number;
  request_hash: string;
  response_hash: TaggedHash;
  captured_at: string | null;
  server_time: string;
  no_charge_reason: string | null;
  freshness_sla_seconds: number | null;
  agent_nonce: string | null;
  body_sha256: TaggedHash | null;
}

export interface SignedReceipt extends ReceiptFields {
  v: typeof RECEIPT_VERSION;
  id: string;
}

export interface Receipt extends SignedReceipt {
  signature: string;
  key_id: string;
  signing_alg: typeof SIGNING_ALG;
  signing_curve: typeof SIGNING_ALG;
  canonical_form: typeof CANONICAL_FORM;
  verify_doc: typeof VERIFY_DOC;
}

/** What every receipt says besides what is signed. */
export const RECEIPT_FORM = {
  signing_alg: SIGNING_ALG,
  signing_curve: SIGNING_ALG,
  canonical_form: CANONICAL_FORM,
  verify_doc: VERIFY_DOC,
} as const;

/** A receipt as it was given, from its line in the log. */
export const receiptOfLog = (line: string): Receipt => ({
  ...(JSON.parse(line) as SignedReceipt & Pick<Receipt, "signature" | "key_id">),
  ...RECEIPT_FORM,
});

function pick(source: Record<string, unknown>, names: readonly string[]): Record<string, unknown> | null {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(source, name) || source[name] === undefined) return null;
    picked[name] = source[name];
  }
  return picked;
}

export const signedPart = (receipt: object): Record<string, unknown> | null => pick(receipt as Record<string, unknown>, SIGNED_FIELDS);

export const loggedPart = (receipt: object): Record<string, unknown> | null =>
  pick(receipt as Record<string, unknown>, [...SIGNED_FIELDS, "key_id", "signature"]);

export const hashedPart = (response: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(response).filter(([name]) => !UNHASHED.has(name)));

export const dayOfReceipt = (receipt: Pick<Receipt, "server_time">): string => receipt.server_time.slice(0, 10);
