import { code, list, steps, text, type DocBlock, type DocSection } from "@/lib/domain/pages/docs/doc";
import { confirmationsNeeded, MOST_UNITS_BY_BLOCKS } from "@/lib/domain/money/confirmations";
import { formatUsd, MAX_PURCHASE_UNITS, MIN_PURCHASE_UNITS, priceUnits, RATES, UNITS_PER_USD } from "@/lib/domain/money/credits";
import { GRACE_SECONDS, QUOTE_SECONDS } from "@/lib/domain/money/quote";
import { formatAge, formatCount } from "@/lib/domain/pages/format";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentClaimMessage } from "@/lib/endpoints/payment/claim-message";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { rotatePaymentToken } from "@/lib/endpoints/payment/tokens/rotate";
import { createPaymentToken } from "@/lib/endpoints/payment/tokens/create";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { BEARER_HEADER } from "../curl";
import { exampleTarget } from "../parameters";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { callBlock, to } from "./references";

const CREDIT = formatUsd(priceUnits(1));
/** `$0.50`, `$10,000` */
const usd = (units: bigint): string => `$${units % UNITS_PER_USD === 0n ? formatCount(Number(units / UNITS_PER_USD)) : formatUsd(units)}`;
const paid = premiumStatusUptime;

const rates: DocBlock = {
  kind: "table",
  label: "Credits per dollar",
  head: ["From", "Credits per USD", "Rate"],
  rows: RATES.map(({ fromUnits, creditsPerUsd, label }) => [
    fromUnits === 0n ? "any amount" : usd(fromUnits),
    String(creditsPerUsd),
    label,
  ]),
};

function depthWords(units: bigint): string {
  const needed = confirmationsNeeded(units);
  if ("tag" in needed) return "once its block is `safe`, that is, secured on Ethereum";
  return needed.blocks === 1 ? "once one block follows its own" : `once ${needed.blocks} blocks follow its own`;
}

/** The amounts at which more confirmations are asked for. */
const depths = (): DocBlock =>
  list(
    `Up to ${usd(UNITS_PER_USD)}: ${depthWords(UNITS_PER_USD)}.`,
    `Up to ${usd(MOST_UNITS_BY_BLOCKS)}: ${depthWords(MOST_UNITS_BY_BLOCKS)}.`,
    `Above that: ${depthWords(MOST_UNITS_BY_BLOCKS + 1n)}.`,
  );

const whatCallsCost: DocSection = {
  title: "What a call costs",
  blocks: [
    text(
      `Each operation states its price in credits. One credit is ${CREDIT} USD, paid in USDC on Base; larger purchases get more credits per dollar. A purchase is between ${usd(MIN_PURCHASE_UNITS)} and ${usd(MAX_PURCHASE_UNITS)}. Credits do not expire, and they are not exchanged back into money.`,
    ),
    rates,
    text("What is not charged at all is listed in [Fair trade](/docs/guides/fair-trade)."),
  ],
};

const byToken = (site: Site): DocSection => ({
  title: "1. A token with credits",
  blocks: [
    text("For everybody who calls more than once. The page [Buy credits](/buy) does these steps for you; programs do them so:"),
    steps(
      `Ask ${to(buyCredits)} for a quote. It says how much USDC to send and to which address.`,
      `Send exactly that amount: its last digits identify your purchase. A quote is valid for ${formatAge(QUOTE_SECONDS)}; a transfer that is mined up to ${formatAge(GRACE_SECONDS)} later still counts.`,
      `Confirm with ${to(confirmPayment)}. The answer has the token, once: keep it like a password. Confirming again with the same proof is safe.`,
      "Send the token along with each call.",
    ),
    callBlock("A quote", buyCredits, site),
    callBlock("The token for it", confirmPayment, site),
    callBlock("A paid call", paid, site, [BEARER_HEADER]),
    callBlock("What is left", paymentBalance, site),
    text(
      "Credits that calls under way have set aside are `held` there, not in the balance. A call that ends without a charge gives them back.",
    ),
    text("A transfer counts when it is deep enough in the chain:"),
    depths(),
    text("Before you send money, compare the address in three places: the quote, the operator's profile, and this service's own answer:"),
    callBlock("Where payments go", paymentInfo, site),
  ],
});

const byTransfer = (site: Site): DocSection => ({
  title: "2. A transfer for one call",
  blocks: [
    text(
      `For a single call without an account. Ask for a quote for that operation, send the amount, and put the transaction and the quote's \`memo\` into the headers of the call:`,
    ),
    callBlock("A quote for one call", buyCredits, site, [], { endpoint: paid.path }),
    callBlock("The call that it pays", paid, site, ["X-Payment-Tx: $TX_HASH", "X-Payment-Quote: $MEMO"]),
    text("A transaction pays once. If the call fails or costs nothing, the same transaction pays a later call."),
  ],
});

/** The published client of version 2; run against a chain by a test. */
const x402Sample = (site: Site): string => `import { env } from "node:process";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

const client = new x402Client();
registerExactEvmScheme(client, { signer: privateKeyToAccount(env.WALLET_KEY) });
const fetchAndPay = wrapFetchWithPayment(fetch, client);
const response = await fetchAndPay("${site.baseUrl}${exampleTarget(paid)}");
const answer = await response.json();`;

const byX402 = (site: Site): DocSection => ({
  title: "3. x402",
  blocks: [
    text(
      "For agents with a wallet. A call without any payment is answered with 402, and its `PAYMENT-REQUIRED` header says what to sign, in base64; the body says the same as JSON. Where `accepts` is empty, this service takes no x402 payment. Versions 1 and 2 are understood. A published client does all of it: `npm install @x402/fetch @x402/evm viem`, with USDC on Base in the wallet:",
    ),
    code("JavaScript, with the published client", "javascript", x402Sample(site)),
    text("Without that client, a first call returns the terms; the same call is then sent again with the signed payment in a header:"),
    callBlock("What a call demands", paid, site, []),
    callBlock("The same call, paid", paid, site, ["PAYMENT-SIGNATURE: $SIGNED_PAYMENT"]),
  ],
});

const keepControl: DocSection = {
  title: "Keep control",
  blocks: [
    list(
      `${to(usageCalls)} lists each call with its receipt, or with the reason why it cost nothing.`,
      `${to(createPaymentToken)} makes another token for the same credits, so that each program has its own.`,
      `${to(rotatePaymentToken)} replaces a token; the old one works for a while if you say so.`,
      `A lost token is collected anew by a signature of the wallet that paid: ${to(paymentClaimMessage)} gives the text to sign.`,
      "Send an `Idempotency-Key` of your own with a call that you may have to repeat: it is charged once, whatever happens to its answer. For an x402 payment the extension `payment-identifier` does the same.",
    ),
  ],
};

export const paying = defineGuide({
  id: "paying",
  title: "Paying",
  about: "Pay for calls in one of three ways: with a token that has credits, by a transfer for one call, or by x402.",
  sections: (site) => [whatCallsCost, byToken(site), byTransfer(site), byX402(site), keepControl],
});
