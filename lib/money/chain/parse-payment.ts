import { z } from "zod";

const MAX_HEADER_LENGTH = 16_384;
const MAX_UINT256 = 2n ** 256n - 1n;

const lowerCase = (text: string): string => text.toLowerCase();
const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform(lowerCase);
const Uint256 = z
  .string()
  .regex(/^[0-9]{1,78}$/, { abort: true })
  .refine((digits) => BigInt(digits) <= MAX_UINT256)
  .transform(BigInt);
const Text = z.string().max(2048);

/** A key's signature whose last byte is the parity of y. A Safe's approved hash ends in 01 too, and has no s. */
const BY_PARITY = /^0x[0-9a-f]{64}(?!0{64})[0-9a-f]{64}0[01]$/i;

/** USDC takes 27 and 28 only, and some wallets sign with 0 and 1. */
const withRecoveryByte = (signature: string): string =>
  BY_PARITY.test(signature) ? `${signature.slice(0, -2)}${signature.endsWith("0") ? "1b" : "1c"}` : signature;

const TransferSignature = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2}){64,8192}$/, "must be 0x and the hex digits of a signature")
  .transform(withRecoveryByte);

/** The message of a signed transfer (EIP-3009). Addresses and nonce become lower case. */
const TransferAuthorization = z.object({
  from: Address,
  to: Address,
  value: Uint256,
  validAfter: Uint256,
  validBefore: Uint256,
  nonce: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/)
    .transform(lowerCase),
});

export const ExactPayload = z.object({ signature: TransferSignature, authorization: TransferAuthorization });

const Accepted = z.object({
  scheme: Text,
  network: Text,
  amount: Uint256,
  asset: Address,
  payTo: Address,
  extra: z.object({ name: Text.optional(), version: Text.optional() }).nullish(),
});

/** x402's extension payment-identifier: a payer's own id, under which a request is charged once. */
export const PAYMENT_IDENTIFIER = "payment-identifier";
export const IDENTIFIER_LENGTH = { min: 16, max: 128 } as const;

const Identifier = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .min(IDENTIFIER_LENGTH.min)
  .max(IDENTIFIER_LENGTH.max);

/** Clients echo what was offered, with or without an id. */
const Extensions = z.object({ [PAYMENT_IDENTIFIER]: z.object({ info: z.object({ id: Identifier.nullish() }).nullish() }).nullish() });

const V2 = z.object({
  x402Version: z.literal(2),
  resource: z.object({ url: Text }).nullish(),
  accepted: Accepted,
  payload: ExactPayload,
  extensions: Extensions.nullish(),
});
const V1 = z.object({ x402Version: z.literal(1), scheme: Text, network: Text, payload: ExactPayload });
const Versioned = z.object({ x402Version: z.union([z.literal(1), z.literal(2)]) });

/** A signed transfer (EIP-3009) as the client sent it: parsed, not verified. Addresses and nonce are lower case. */
export type Payment = ReturnType<typeof toPayment>;

type PaymentFault = "two_payments" | "too_large" | "not_base64_json" | "unknown_version" | "invalid_payload";

export type ParsedPayment =
  | { kind: "none" }
  | { kind: "payment"; payment: Payment }
  | { kind: "malformed"; fault: PaymentFault; /** Path of the invalid member. */ at: string | null };

const malformed = (fault: PaymentFault, at: string | null = null): ParsedPayment => ({ kind: "malformed", fault, at });

function decode(header: string): unknown {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "base64")));
  } catch {
    return undefined;
  }
}

function toPayment(parsed: z.output<typeof V1> | z.output<typeof V2>) {
  const { authorization, signature } = parsed.payload;
  const { from: payer, ...transfer } = authorization;
  const common = { version: parsed.x402Version, payer, ...transfer, signature: signature as `0x${string}` };
  if (parsed.x402Version === 1) {
    return { ...common, scheme: parsed.scheme, network: parsed.network, accepted: null, resourceUrl: null, identifier: null };
  }
  const { scheme, network, extra, ...terms } = parsed.accepted;
  const accepted = { ...terms, name: extra?.name ?? null, version: extra?.version ?? null };
  const identifier = parsed.extensions?.[PAYMENT_IDENTIFIER]?.info?.id ?? null;
  return { ...common, scheme, network, accepted, resourceUrl: parsed.resource?.url ?? null, identifier };
}

function parseHeader(header: string): ParsedPayment {
  if (header.length > MAX_HEADER_LENGTH) return malformed("too_large");
  const content = decode(header.trim());
  if (content === undefined) return malformed("not_base64_json");
  const version = Versioned.safeParse(content);
  if (!version.success) return malformed("unknown_version", "x402Version");
  const parsed = version.data.x402Version === 2 ? V2.safeParse(content) : V1.safeParse(content);
  if (!parsed.success) return malformed("invalid_payload", parsed.error.issues[0]?.path.join(".") ?? null);
  return { kind: "payment", payment: toPayment(parsed.data) };
}

/** Reads PAYMENT-SIGNATURE (version 2) or X-PAYMENT (version 1, where some clients send version 2). Never throws. */
export function parsePayment(headers: Pick<Headers, "get">): ParsedPayment {
  const present = [headers.get("payment-signature"), headers.get("x-payment")].filter((header) => header !== null);
  const [header, second] = present;
  if (header === undefined) return { kind: "none" };
  return second === undefined ? parseHeader(header) : malformed("two_payments");
}
