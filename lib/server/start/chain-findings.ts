import { formatEther } from "viem";
import { ConfigurationError, type Env } from "@/lib/config/env";
import { chainOf, checksummed, requireChainId, type Chain } from "@/lib/money/chain/chain";
import { chainHead } from "@/lib/money/chain/chain-head";
import { ChainUnavailable } from "@/lib/money/chain/chain-unavailable";
import { isLow } from "@/lib/money/chain/gas";
import { Bytes } from "@/lib/money/chain/rpc-schemas";
import { x402Of } from "@/lib/money/chain/x402";
import { bad, good, type Finding } from "./finding";

/** Base makes a block every two seconds; an endpoint that is this far behind does not follow it. */
const HEAD_MAX_AGE_MS = 5 * 60_000;

const OTHER_ENDPOINTS = "set CHAIN_RPC_URLS to one or two endpoints of that chain that answer";

function wallet(values: Env): { chain: Chain | null; finding: Finding } {
  try {
    const chain = chainOf(values);
    if (!chain) return { chain, finding: good("wallet", "none is configured, and nothing is sold") };
    if (chain.payTo === chain.usdc) {
      const fix = "set PAYMENT_ADDRESS to a wallet of yours";
      return { chain: null, finding: bad("wallet", "PAYMENT_ADDRESS is the address of USDC itself, which sends nothing back", fix) };
    }
    return { chain, finding: good("wallet", checksummed(chain.payTo)) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { chain: null, finding: bad("wallet", error.message, "copy the address again from the wallet, or write it in lower case") };
  }
}

async function chainId(chain: Chain, { CHAIN_ID }: Env): Promise<Finding> {
  try {
    await requireChainId(chain);
    return good("chain", `${chain.rpcs.length === 1 ? "the endpoint is" : "both endpoints are"} of chain ${CHAIN_ID}`);
  } catch (error) {
    if (error instanceof ConfigurationError) return bad("chain", error.message, `${OTHER_ENDPOINTS}, or CHAIN_ID to theirs`);
    if (error instanceof ChainUnavailable) return bad("chain", error.message, OTHER_ENDPOINTS);
    throw error;
  }
}

/** What the endpoints say: how far they are, and whether money that we recognise exists there. */
async function endpoints(chain: Chain, now: Date): Promise<Finding[]> {
  try {
    const { latest } = await chainHead(chain);
    const behindMs = now.getTime() - latest.time.getTime();
    const head =
      behindMs > HEAD_MAX_AGE_MS
        ? bad(
            "RPC",
            `the newest block is ${Math.round(behindMs / 1000)} s old`,
            `${OTHER_ENDPOINTS} and follow it; and see that the clock is right`,
          )
        : good("RPC", `block ${latest.number} of ${latest.time.toISOString()}`);
    const codes = await Promise.all(chain.rpcs.map((rpc) => rpc.ask("eth_getCode", [chain.usdc, "latest"], Bytes)));
    const usdc = codes.every((code) => code !== "0x")
      ? good("USDC", checksummed(chain.usdc))
      : bad(
          "USDC",
          `no contract is at ${chain.usdc} on chain ${chain.chainId}`,
          "unset USDC_ADDRESS, or set it to the address of USDC on that chain",
        );
    return [head, usdc];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return [bad("RPC", error.message, OTHER_ENDPOINTS)];
  }
}

async function settler(chain: Chain, values: Env): Promise<Finding[]> {
  const key = x402Of(values, chain)?.settler;
  if (!key) return [];
  try {
    const gas = await key.gasState();
    const address = checksummed(key.address);
    const has = `${address} has ${formatEther(gas.balance)} ether`;
    if (!isLow(gas)) return [good("settler", has)];
    return [
      bad(
        "settler",
        `${has}, less than the gas of 20 settlements, so that no signed payments are offered`,
        `send a little ether on Base to ${address}, or unset X402_SETTLER_KEY`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return [bad("settler", error.message, OTHER_ENDPOINTS)];
  }
}

/** Wallet, chain and endpoints, asked now. */
export async function chainFindings(values: Env, now: Date): Promise<Finding[]> {
  const { chain, finding } = wallet(values);
  if (!chain) return [finding];
  const id = await chainId(chain, values);
  if (!id.isGood) return [finding, id];
  return [finding, id, ...(await endpoints(chain, now)), ...(await settler(chain, values))];
}
