import { z } from "zod";
import { RATES, UNITS_PER_CREDIT, UNITS_PER_USD } from "@/lib/domain/money/credits";
import { env } from "@/lib/config/env";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { NON_REFUNDABLE } from "@/lib/schemas/money";
import { templatedPath } from "./parameters";
import type { Site } from "./site";

const nullableText = z.string().nullable();

export const X402Manifest = z.strictObject({
  x402Version: z.literal(2),
  site: z.string(),
  publisher: z.strictObject({
    name: z.string(),
    url: z.string(),
    contact: nullableText,
    docs: z.string(),
    llmsTxt: z.string(),
    operator: z.strictObject({ legalEntity: nullableText, jurisdiction: z.string(), terms: z.string() }),
    validation: z.strictObject({ method: z.string(), publishedAt: z.array(z.string()), note: z.string() }),
  }),
  payment: z.strictObject({
    enabled: z.boolean(),
    reason: nullableText,
    wallet: nullableText,
    asset: z.string(),
    assetSymbol: z.literal("USDC"),
    assetDecimals: z.literal(6),
    network: z.string(),
    networkName: z.string(),
    creditsPerUsd: z.int(),
    centsPerCredit: z.number(),
    volumeDiscounts: z.array(z.strictObject({ minUsd: z.number(), creditsPerUsd: z.int(), label: z.string() })),
    flows: z.strictObject({
      credits: z.strictObject({
        description: z.string(),
        endpoints: z.strictObject({ info: z.string(), quote: z.string(), confirm: z.string() }),
      }),
      x402_fallback: z.strictObject({ description: z.string() }),
    }),
    terms: z.string(),
  }),
  resources: z.array(
    z.strictObject({
      url: z.string(),
      method: z.string(),
      path: z.string(),
      credits: z.int(),
      amount: z.string().describe("Base units of USDC for one call"),
      description: z.string(),
    }),
  ),
});

function resourcesOf(catalog: readonly AnyEndpoint[], { baseUrl }: Site): z.output<typeof X402Manifest>["resources"] {
  return catalog.flatMap((endpoint) => {
    const { access } = endpoint;
    if (access.kind !== "premium") return [];
    const path = templatedPath(endpoint);
    return [
      {
        url: `${baseUrl}${path}`,
        method: endpoint.method,
        path,
        credits: access.credits,
        amount: String(BigInt(access.credits) * UNITS_PER_CREDIT),
        description: endpoint.summary,
      },
    ];
  });
}

function paymentOf({ wallet, baseUrl }: Site): z.output<typeof X402Manifest>["payment"] {
  const { USDC_ADDRESS, CHAIN_ID } = env();
  const at = (path: string) => `${baseUrl}/api/payment/${path}`;
  const [base, ...bundles] = RATES;
  return {
    enabled: wallet.isEnabled,
    reason: wallet.reason,
    wallet: wallet.address,
    asset: USDC_ADDRESS,
    assetSymbol: "USDC",
    assetDecimals: 6,
    network: `eip155:${CHAIN_ID}`,
    networkName: "base",
    creditsPerUsd: Number(base.creditsPerUsd),
    centsPerCredit: Number(UNITS_PER_CREDIT * 100n) / Number(UNITS_PER_USD),
    volumeDiscounts: bundles.map(({ fromUnits, creditsPerUsd, label }) => ({
      minUsd: Number(fromUnits / UNITS_PER_USD),
      creditsPerUsd: Number(creditsPerUsd),
      label,
    })),
    flows: {
      credits: {
        description: "Buy credits once, then call with a bearer token.",
        endpoints: { info: at("info"), quote: at("buy-credits"), confirm: at("confirm") },
      },
      x402_fallback: {
        description:
          "Call without credentials; the 402 names the price. Pay by an x402 header, or send USDC and repeat the call with X-Payment-Tx.",
      },
    },
    terms: NON_REFUNDABLE,
  };
}

export function x402Manifest(catalog: readonly AnyEndpoint[], site: Site): z.output<typeof X402Manifest> {
  const { legalEntity, jurisdiction, contact, socialUrl } = site.operator;
  return {
    x402Version: 2,
    site: site.baseUrl,
    publisher: {
      name: site.name,
      url: site.baseUrl,
      contact,
      docs: `${site.baseUrl}/openapi.json`,
      llmsTxt: `${site.baseUrl}/llms.txt`,
      operator: { legalEntity, jurisdiction, terms: `${site.baseUrl}/llms.txt` },
      validation: {
        method: "The wallet's address is published in several places.",
        publishedAt: [`${site.baseUrl}/llms.txt`, `${site.baseUrl}/api/payment/info`, ...(socialUrl ? [socialUrl] : [])],
        note: "Do not send funds if they differ.",
      },
    },
    payment: paymentOf(site),
    resources: resourcesOf(catalog, site),
  };
}
