import { z } from "zod";
import { requireChain } from "@/lib/billing/payment-service";
import { signingText } from "@/lib/billing/prove-payer";
import type { ClaimPurpose } from "@/lib/domain/claim-message";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { integerParam, textParam } from "@/lib/schemas/params";
import { TxHash, Wallet } from "@/lib/schemas/payment";

const PURPOSES = ["purchase", "call", "tokens", "rotate"] as const;
const id = () => integerParam(1, 999_999_999_999_999);

const Query = z.object({
  purpose: z.enum(PURPOSES).describe("What the signature is for: confirm a purchase, pay one call by X-Payment-Tx, list a wallet's tokens, replace one of them"),
  tx_hash: TxHash.optional().meta({ accepts: "0x and 64 hex digits" }).describe("Of the payment; for purchase and call"),
  method: z.enum(["GET", "POST", "DELETE"]).default("GET").describe("Of the call to pay for"),
  target: textParam(2000).optional().describe("Path and query of the call to pay for, exactly as it will be sent"),
  wallet: Wallet.optional().meta({ accepts: "0x and 40 hex digits" }).describe("For tokens and rotate"),
  account_id: id().optional().describe("For rotate: one of the accounts that POST /api/payment/tokens lists"),
  token_id: id().optional().describe("For rotate: the token to replace; left out where the account has none in use"),
});

type Asked = z.output<typeof Query>;

function required<Name extends keyof Asked>(query: Asked, name: Name): NonNullable<Asked[Name]> {
  const value = query[name];
  if (value === undefined) throw new ApiError("missing_required_params", `\`${name}\` is required for this purpose.`, { missing: [name], parameter: name });
  return value as NonNullable<Asked[Name]>;
}

function claimOf(query: Asked, chainId: number): ClaimPurpose {
  if (query.purpose === "purchase") return { purpose: "purchase", chainId, txHash: required(query, "tx_hash") };
  if (query.purpose === "call") return { purpose: "call", chainId, txHash: required(query, "tx_hash"), method: query.method, target: required(query, "target") };
  if (query.purpose === "tokens") return { purpose: "tokens", chainId, wallet: required(query, "wallet") };
  return { purpose: "rotate", chainId, wallet: required(query, "wallet"), accountId: required(query, "account_id"), tokenId: query.token_id ?? null };
}

export const paymentClaimMessage = defineEndpoint({
  method: "GET",
  path: "/api/payment/claim-message",
  tag: "Payment",
  summary: "The text that a wallet signs to prove that it paid",
  description: "It names this service, one purpose and one payment, wallet or token, and ends within the hour. Whoever wants to may check that it is what they sign; signing moves no funds.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  query: Query,
  response: z.strictObject({ purpose: z.enum(PURPOSES), message: z.string(), expires_at: z.iso.datetime(), how: z.string() }),
  errors: { missing_required_params: z.object({ missing: z.array(z.string()).optional() }), payment_disabled: z.object({ reason: z.string().optional() }) },
  example: { query: { purpose: "purchase", tx_hash: `0x${"ab".repeat(32)}` } },
}).handle(({ query, baseUrl, now }) => {
  const { chainId } = requireChain();
  return { purpose: query.purpose, ...signingText(baseUrl, claimOf(query, chainId), now) };
});
