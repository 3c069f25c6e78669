import { isErc6492Signature, recoverMessageAddress, type Hex } from "viem";
import { agreed } from "./agreed";
import type { Chain } from "./chain";
import type { Rpc } from "./rpc";
import { createWatch, watchedClient } from "./watched-client";

/** Generous, because a contract wallet's signature may carry a factory call (ERC-6492). */
const MAX_SIGNATURE_BYTES = 8192;
const ERC8010_ENDING = "8010801080108010801080108010801080108010801080108010801080108010";

const isSignature = (text: string): text is Hex => /^0x(?:[0-9a-fA-F]{2})+$/.test(text) && text.length <= 2 + 2 * MAX_SIGNATURE_BYTES;

async function isSignedByKey(address: string, message: string, signature: Hex): Promise<boolean> {
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() === address;
  } catch {
    return false;
  }
}

async function isSignedByContract(rpc: Rpc, chain: Chain, claim: { address: Hex; message: string; signature: Hex }): Promise<boolean> {
  await rpc.requireChain();
  const watch = createWatch(rpc);
  const client = watchedClient(watch, chain.chainId);
  try {
    const carriesWalletDeployment = isErc6492Signature(claim.signature) || claim.signature.toLowerCase().endsWith(ERC8010_ENDING);
    if (!carriesWalletDeployment && !(await client.getCode({ address: claim.address }))) return false;
    const isValid = await client.verifyMessage(claim);
    if (!isValid) watch.requireAnswers();
    return isValid;
  } catch {
    watch.requireAnswers();
    return false;
  }
}

/**
 * Checks key signatures (EIP-191) offline, and contract wallets (ERC-1271, ERC-6492) by all endpoints.
 * Throws ChainUnavailable.
 */
export async function isSignedBy(chain: Chain, address: string, message: string, signature: string): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || !isSignature(signature)) return false;
  const wallet = address.toLowerCase() as Hex;
  if (await isSignedByKey(wallet, message, signature)) return true;
  return agreed(chain, (rpc) => isSignedByContract(rpc, chain, { address: wallet, message, signature }));
}
