import type { Selling } from "@/lib/domain/money/selling";
import { env } from "@/lib/config/env";
import { publishedWallet } from "@/lib/money/purchase/published-wallet";

/** For pages, which do not read the configuration themselves. */
export function siteIdentity(): { name: string; operator: string | null } {
  const { SITE_NAME, OPERATOR_LEGAL_ENTITY } = env();
  return { name: SITE_NAME, operator: OPERATOR_LEGAL_ENTITY ?? null };
}

export interface Site {
  name: string;
  baseUrl: string;
  operator: { legalEntity: string | null; jurisdiction: string; contact: string | null; socialUrl: string | null };
  wallet: Selling;
  /** The public key that proves the domain to the MCP registry; null where none is configured. */
  mcpRegistryKey: string | null;
  /** The name under which the operator has published the client. Null where a stranger might have it. */
  clientPackage: string | null;
}

export function siteOf(context: { siteName: string; baseUrl: string }): Site {
  const {
    OPERATOR_LEGAL_ENTITY,
    OPERATOR_JURISDICTION,
    OPERATOR_CONTACT,
    OPERATOR_SOCIAL_URL,
    MCP_REGISTRY_PUBLIC_KEY,
    CLIENT_PACKAGE_NAME,
  } = env();
  return {
    name: context.siteName,
    baseUrl: context.baseUrl,
    operator: {
      legalEntity: OPERATOR_LEGAL_ENTITY ?? null,
      jurisdiction: OPERATOR_JURISDICTION,
      contact: OPERATOR_CONTACT ?? null,
      socialUrl: OPERATOR_SOCIAL_URL ?? null,
    },
    wallet: publishedWallet(),
    mcpRegistryKey: MCP_REGISTRY_PUBLIC_KEY ?? null,
    clientPackage: CLIENT_PACKAGE_NAME ?? null,
  };
}

export const API_VERSION = "1.0.0";

export const SUMMARY =
  "News, provider status, model prices, benchmarks and catalogs of the AI ecosystem as a JSON API for agents and people, every figure with its source and its age.";

export const LICENSE = {
  type: "inference-only",
  description:
    "Answers are licensed for inference-only use: show them, quote them, feed them to a model as context for an answer. Training or fine-tuning models on them, and republishing them as a data set, are not covered.",
} as const;

export function contactUri(contact: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(contact)) return contact;
  return contact.includes("@") ? `mailto:${contact}` : `tel:${contact.replace(/[^\d+]/g, "")}`;
}
