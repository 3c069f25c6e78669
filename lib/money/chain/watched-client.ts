import { createPublicClient, defineChain, http } from "viem";
import { ChainUnavailable, type ChainFault } from "./chain-unavailable";
import type { Rpc } from "./rpc";
import { rpcExchange } from "./rpc-exchange";

/** Error messages of an executed call that failed: a valid answer, not a fault of the node. */
const EXECUTION_FAILED = /revert|out of gas|gas required|opcode|stack|invalid jump|write protection|VM execution/i;

export const viemChain = (chainId: number) =>
  defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [] } },
  });

function faultIn(status: number, text: string): ChainFault | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } | null };
    if (error) return error.code === 3 || EXECUTION_FAILED.test(String(error.message)) ? null : "refused";
  } catch {
    return status === 200 ? "malformed" : "refused";
  }
  return status === 200 ? null : "refused";
}

/** Stands in viem for the endpoint's URL, which may be secret. Errors of viem contain it, and logs have them. */
const PLACEHOLDER_URL = "http://rpc.invalid";

/** A transport that records failed requests. Libraries report a dead endpoint as an invalid signature. */
export interface Watch {
  transport: ReturnType<typeof http>;
  requireAnswers(): void;
}

export function createWatch(rpc: Rpc): Watch {
  let fault: ChainFault | null = null;
  const fetchFn = async (_input: unknown, init?: RequestInit): Promise<Response> => {
    try {
      const { status, text } = await rpcExchange(rpc.url, String(init?.body), rpc.timeoutMs);
      fault ??= faultIn(status, text);
      return new Response(text, { status, headers: { "content-type": "application/json" } });
    } catch (error) {
      fault ??= error instanceof ChainUnavailable ? error.fault : "unreachable";
      throw error;
    }
  };
  return {
    transport: http(PLACEHOLDER_URL, { fetchFn: fetchFn as typeof fetch, retryCount: 0, timeout: 2 * rpc.timeoutMs }),
    requireAnswers() {
      if (fault) throw new ChainUnavailable(fault);
    },
  };
}

export const watchedClient = (watch: Watch, chainId: number) =>
  createPublicClient({ chain: viemChain(chainId), transport: watch.transport });
