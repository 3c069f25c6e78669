import type { Env } from "@/lib/config/env";
import { log } from "@/lib/config/log";
import { chainOf, requireChainId } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import { screenerOf } from "./screener";
import { x402Of } from "./x402";

/** Startup check: throws ConfigurationError for a payment configuration that cannot work. An endpoint that is down now is checked before its first use. */
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
