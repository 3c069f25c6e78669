import { formatUsd, priceUnits } from "@/lib/domain/money/credits";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { status } from "@/lib/endpoints/status";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { LIMITS } from "@/lib/http/limits/limits";
import { BEARER_HEADER, curlLine } from "./curl";
import { FAIR_TRADE_TEXT } from "./fair-trade";
import { namedLists } from "./field-words";
import { RECEIPTS_TEXT } from "./receipt-promise";
import { LICENSE, SUMMARY, type Site } from "./site";
import { WEBHOOKS_TEXT } from "./webhooks";

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

/** The calls are examples of declarations, so that they are written and tried in one place. */
function callLines(site: Site): string[] {
  const call = (endpoint: AnyEndpoint, headers?: readonly string[]): string => `\`${curlLine(endpoint, site, headers)}\``;
  const paid = premiumStatusUptime;
  return [
    `A free operation is called as it is: ${call(status)}`,
    "",
    `One with a price in credits is paid in one of three ways${site.wallet.isEnabled ? "" : "; nothing can be bought here at present, so only a token that has credits already pays"}:`,
    "",
    "1. With a token that has credits, which also opens what is free with a token:",
    `   - A quote says how much USDC to send, and where to: ${call(buyCredits)}`,
    `   - Once it was sent, this answers the token; \`tx_hash\` is the transfer's, \`nonce\` the quote's memo: ${call(confirmPayment)}`,
    `   - The token pays for a call: ${call(paid, [BEARER_HEADER])}`,
    `2. By a transfer of USDC for this call alone. The POST for a quote above, with \`{"endpoint":"${paid.path}"}\` as its body, says how much to send, and its memo goes with the call: ${call(paid, ["X-Payment-Tx: $TX_HASH", "X-Payment-Quote: $MEMO"])}`,
    `3. By x402. A call without a payment is answered with 402, and its PAYMENT-REQUIRED header says what to sign: ${call(paid, ["PAYMENT-SIGNATURE: $SIGNED_PAYMENT"])}`,
  ];
}

function listLines(catalog: readonly AnyEndpoint[]): string[] {
  const lists = namedLists(catalog).map(({ name, values }) => `- The ${name}: ${values.join(", ")}.`);
  return ["Values that operations below refer to; other spellings of them are understood, too:", "", ...lists];
}

/** What a reader must know to call, pay and understand refusals comes first. */
export function introduction(catalog: readonly AnyEndpoint[], site: Site): string[] {
  return [
    `# ${site.name}`,
    "",
    `> ${SUMMARY}`,
    "",
    `Base address: ${site.baseUrl}. Answers are JSON with a boolean \`ok\` unless said otherwise. Free endpoints need no key and may be called from any origin.`,
    "",
    "- Each line of the sections below is one operation: its link is an example that can be called, then come what it answers, its price, and what it takes. A link with braces has names to put values in for.",
    `- Credentials: \`Authorization: Bearer <token>\` for operations that cost credits and those marked "free with a token"; no other operation needs any.`,
    `- Price: one credit is ${CREDIT_USD} USD, less in larger purchases; every operation says how many it costs.`,
    `- Limit: ${LIMITS.free.calls} requests per minute and address; answers that no CDN may keep carry RateLimit headers, and a 429 says when to come back in Retry-After.`,
    `- Errors are RFC 9457 problems with a code in \`error\`, what was wrong in \`message\` and what to do in \`hint\`. Every code is explained in ${site.baseUrl}/llms-full.txt, every answer described in ${site.baseUrl}/openapi.json.`,
    "- A parameter that takes several values takes them between commas, or as repeated keys.",
    "- Names that an operation does not declare: a call that costs credits is refused uncharged with the closest known name, a free one lists them in the header X-Ignored-Parameters.",
    `- Guides, and a page for each operation with a real answer, as Markdown: ${site.baseUrl}/docs.md`,
    "",
    ...callLines(site),
    "",
    ...listLines(catalog),
    "",
    "Terms and promises:",
    "",
    "- Please send a descriptive User-Agent that says who you are, ideally with a contact.",
    "- Send back the ETag as If-None-Match: a 304 costs neither of us anything.",
    "- `captured_at` says when the data was read at its source, `stale_after_seconds` how old it may become; null means that nobody knows, never zero.",
    `- License: ${LICENSE.type}. ${LICENSE.description}`,
    `- Fair trade: ${FAIR_TRADE_TEXT}`,
    `- Receipts: ${RECEIPTS_TEXT}`,
    `- Webhooks: ${WEBHOOKS_TEXT}`,
    ...addressLines(site),
    ...operatorLines(site),
  ];
}
