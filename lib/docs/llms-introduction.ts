import { formatUsd, priceUnits } from "@/lib/domain/money/credits";
import { changes } from "@/lib/endpoints/changes";
import { models } from "@/lib/endpoints/models";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { retirements } from "@/lib/endpoints/models/retirements";
import { news } from "@/lib/endpoints/news";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { routing } from "@/lib/endpoints/premium/routing";
import { status } from "@/lib/endpoints/status";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { LIMITS } from "@/lib/http/limits/limits";
import { BEARER_HEADER, curlLine } from "./curl";
import { FAIR_TRADE_TEXT } from "./fair-trade";
import { MCP_PAID_PATH, MCP_PATH } from "./mcp-addresses";
import { LICENSE, SUMMARY, type Site } from "./site";

function operatorLines({ operator }: Site): string[] {
  const social = operator.socialUrl ? ` Profile: ${operator.socialUrl}.` : "";
  return [
    `- Operator: ${operator.legalEntity ?? "not configured yet"}, ${operator.jurisdiction}. Contact: ${operator.contact ?? "not configured yet"}.${social}`,
  ];
}

const IF_THEY_DIFFER = "Do not send funds if this line and the operator's profile differ.";

function addressLines({ wallet, baseUrl }: Site): string[] {
  const terms =
    "Credit purchases are non-refundable. Non-refundable means: credits, once bought, are not exchanged back into money; they do not expire.";
  if (!wallet.address) return [`- Payment address (USDC on Base): not configured. ${wallet.reason ?? ""} ${terms} ${IF_THEY_DIFFER}`];
  const state = wallet.isEnabled
    ? `The same address stands in ${baseUrl}/api/payment/info and in the operator's profile.`
    : (wallet.reason ?? "");
  return [`- Payment address (USDC on Base): ${wallet.address}. ${state} ${IF_THEY_DIFFER} ${terms}`];
}

const CREDIT_USD = formatUsd(priceUnits(1));

/** What agents ask most, each by one free call. */
const FREE_CALLS = [models, resolveModels, status, changes, retirements, news] as const;
const PAID = routing;

const callOf = (endpoint: AnyEndpoint, site: Site, headers?: readonly string[]): string => `\`${curlLine(endpoint, site, headers)}\``;

/** The ways that cost a reader least come first. */
export const cheapWays = ({ baseUrl }: Site): string[] => [
  "The cheap ways to use this service, cheapest first:",
  "",
  `- MCP: the server at ${baseUrl}${MCP_PATH} (streamable HTTP) is free, read-only and needs no key; ${baseUrl}${MCP_PAID_PATH} has the paid tools too. Lines to paste: ${baseUrl}/docs/guides/mcp.md`,
  `- One page for one operation: every operation has a name, such as getModels, and a page with parameters, price, refusals and a real answer, at ${baseUrl}/docs/api/{name}.md, as well as a part of the OpenAPI description, at ${baseUrl}/openapi.json?operation={name}`,
  `- The list of all guides and operations, with what each answers and costs: ${baseUrl}/docs.md`,
  `- Everything in one text, only where you need all of it: ${baseUrl}/llms-full.txt, or ${baseUrl}/openapi.json`,
];

/** The calls are examples of declarations, so that they are written and tried in one place. */
export const freeCalls = (site: Site): string[] => [
  "Six calls that answer most questions, free and without a key:",
  "",
  ...FREE_CALLS.map((endpoint) => `- ${endpoint.summary}: ${callOf(endpoint, site)}`),
];

export function payingLines(site: Site): string[] {
  const isSelling = site.wallet.isEnabled;
  return [
    `How to pay: one credit is ${CREDIT_USD} USD, less in larger purchases. An operation with a price in credits is paid in one of three ways${isSelling ? "" : "; nothing can be bought here at present, so only a token that has credits already pays"}:`,
    "",
    "1. With a token that has credits, which also opens what is free with a token:",
    `   - A quote says how much USDC to send, and where to: ${callOf(buyCredits, site)}`,
    `   - Once it was sent, this answers the token; \`tx_hash\` is the transfer's, \`nonce\` the quote's memo: ${callOf(confirmPayment, site)}`,
    `   - The token pays for a call: ${callOf(PAID, site, [BEARER_HEADER])}`,
    `2. By a transfer of USDC for this call alone. The POST for a quote above, with \`{"endpoint":"${PAID.path}"}\` as its body, says how much to send, and its memo goes with the call: ${callOf(PAID, site, ["X-Payment-Tx: $TX_HASH", "X-Payment-Quote: $MEMO"])}`,
    `3. By x402. A call without a payment is answered with 402, and its PAYMENT-REQUIRED header says what to sign: ${callOf(PAID, site, ["PAYMENT-SIGNATURE: $SIGNED_PAYMENT"])}`,
    "",
    "Send an `Idempotency-Key` of your own with each paid call: a repeat with the same value is answered with the same answer and charged once, so a call whose answer was lost is safe to repeat.",
  ];
}

export const callingLines = ({ baseUrl }: Site): string[] => [
  "What holds for every call:",
  "",
  `- Credentials: \`Authorization: Bearer <token>\` for operations that cost credits and those that are free with a token; no other operation needs any.`,
  `- Limit: ${LIMITS.free.calls} requests per minute and address; answers that no CDN may keep carry RateLimit headers, and a 429 says when to come back in Retry-After.`,
  `- Errors are RFC 9457 problems with a code in \`error\`, what was wrong in \`message\` and what to do in \`hint\`. Every code is explained in ${baseUrl}/docs/guides/errors.md.`,
  "- A parameter that takes several values takes them between commas, or as repeated keys.",
  "- Names that an operation does not declare: a call that costs credits is refused uncharged with the closest known name, a free one lists them in the header X-Ignored-Parameters.",
  "- `captured_at` says when the data was read at its source, `stale_after_seconds` how old it may become; null means that nobody knows, never zero.",
  "- Send back the ETag as If-None-Match: a 304 costs neither of us anything.",
];

const termLines = (site: Site): string[] => [
  "Terms and promises:",
  "",
  "- Please send a descriptive User-Agent that says who you are, ideally with a contact.",
  `- License: ${LICENSE.type}. ${LICENSE.description}`,
  `- Fair trade: ${FAIR_TRADE_TEXT}`,
  ...addressLines(site),
  ...operatorLines(site),
];

/** The introduction teaches calling, paying and refusals, the cheapest ways first. */
export const introduction = (site: Site): string[] => [
  `# ${site.name}`,
  "",
  `> ${SUMMARY}`,
  "",
  `Base address: ${site.baseUrl}. Answers are JSON with a boolean \`ok\` unless said otherwise. Free endpoints need no key and may be called from any origin.`,
  "",
  ...cheapWays(site),
  "",
  ...freeCalls(site),
  "",
  ...payingLines(site),
  "",
  ...callingLines(site),
  "",
  ...termLines(site),
];
