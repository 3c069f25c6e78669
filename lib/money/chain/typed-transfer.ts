import { keccak256 } from "viem";

const SEPOLIA = 84_532;

/** USDC's EIP-712 domain name differs by network; a wrong name makes every signature invalid. */
export const domainOf = (chainId: number) => ({ name: chainId === SEPOLIA ? "USDC" : "USD Coin", version: "2" });

/** EIP-712 types of a signed transfer (EIP-3009). */
export const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** Nonce that binds a signed transfer to what it pays: the hash of the 32 bytes of its id. */
export const nonceOfId = (id: `0x${string}`): `0x${string}` => keccak256(id);
