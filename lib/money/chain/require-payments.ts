import type { Env } from "@/lib/config/env";
import { log } from "@/lib/config/log";
import { chainOf, requireChainId } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import { screenerOf } from "./screener";
import { x402Of } from "./x402";

/** For the start: throws ConfigurationError where payments are configured so that they cannot work. An endpoint that is silent now is checked before it is first believed. */
export async function requirePayments(values: Env): Promise<void> {
  screenerOf(values);
  const chain = chainOf(values);
  x402Of(values, chain);
  if (!chain) return;
  try {
    await requireChainId(chain);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn("an endpoint of the chain could not be checked at the start", { fault: error.fault });
  }
}
