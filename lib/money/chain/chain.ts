import { ConfigurationError, env, type Env } from "@/lib/config/env";
import { getAddress, isAddress } from "viem/utils";
import { ChainUnavailable } from "./chain-unavailable";
import { createRpc, type Rpc } from "./rpc";

const DEFAULT_TIMEOUT_MS = 10_000;

export interface ChainSettings {
  chainId: number;
  /** Either one endpoint, or two that must agree. */
  rpcUrls: readonly string[];
  usdc: string;
  payTo: string;
  timeoutMs?: number;
}

/** The payment chain: its endpoints, the token that counts as money, and our wallet. Addresses are lower case. */
export interface Chain {
  chainId: number;
  usdc: string;
  payTo: string;
  rpcs: readonly Rpc[];
}

export function createChain(settings: ChainSettings): Chain {
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const rpcs = settings.rpcUrls.map((url) => createRpc(url, settings.chainId, timeoutMs));
  return { chainId: settings.chainId, usdc: settings.usdc.toLowerCase(), payTo: settings.payTo.toLowerCase(), rpcs };
}

/** A mixed-case address carries a checksum (EIP-55). A wrong checksum means a typo, and money sent to a typo is lost. */
function requireChecksum(name: "PAYMENT_ADDRESS" | "NEXT_PUBLIC_PAYMENT_ADDRESS" | "USDC_ADDRESS", address: string | undefined): void {
  if (address === undefined || isAddress(address)) return;
  throw new ConfigurationError(
    `${name}: its checksum does not fit, so it was mistyped. Copy the address again, or write it in lower case.`,
  );
}

export function chainOf(values: Env): Chain | null {
  for (const name of ["PAYMENT_ADDRESS", "NEXT_PUBLIC_PAYMENT_ADDRESS", "USDC_ADDRESS"] as const) requireChecksum(name, values[name]);
  if (!values.PAYMENT_ADDRESS) return null;
  return createChain({
    chainId: values.CHAIN_ID,
    rpcUrls: values.CHAIN_RPC_URLS,
    usdc: values.USDC_ADDRESS,
    payTo: values.PAYMENT_ADDRESS,
  });
}

let configured: Chain | null | undefined;

export function configuredChain(): Chain | null {
  configured ??= chainOf(env());
  return configured;
}

/** Startup check. Throws ConfigurationError for an endpoint of another chain, and ChainUnavailable for one that does not answer. */
export async function requireChainId(chain: Chain): Promise<void> {
  const outcomes = await Promise.allSettled(chain.rpcs.map((rpc) => rpc.requireChain()));
  const faults = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  const wrong = outcomes.findIndex(
    (outcome) => outcome.status === "rejected" && outcome.reason instanceof ChainUnavailable && outcome.reason.fault === "wrong_chain",
  );
  if (wrong >= 0) {
    throw new ConfigurationError(
      `CHAIN_RPC_URLS: endpoint ${wrong + 1} is not one of chain ${chain.chainId}. Give endpoints of that chain, or set CHAIN_ID.`,
    );
  }
  if (faults.length > 0) throw faults[0];
}

/** Mixed-case form with its checksum (EIP-55), as people and x402 clients expect it. */
export const checksummed = (address: string): `0x${string}` => getAddress(address);
