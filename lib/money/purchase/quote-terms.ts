import type { z } from "zod";
import { formatUsd } from "@/lib/domain/money/credits";
import { GASLESS_PATH, MIN_GASLESS_UNITS } from "@/lib/domain/money/gasless";
import type { GaslessOffer, TransferDomain, TypedTransfer } from "@/lib/schemas/purchase";
import { checksummed, type Chain } from "../chain/chain";
import { paysGas } from "../base/rails";
import { configuredX402 } from "../chain/x402";
import { domainOf, nonceOfId, TRANSFER_TYPES } from "../chain/typed-transfer";

export interface PayableQuote {
  memoHash: string;
  requestedUnits: bigint;
  units: bigint;
  senderWallet: string | null;
  expiresAt: Date;
}

/** Public name of a quote. The memo has 128 random bits, so its hash does not give it away. */
export const quoteIdOf = ({ memoHash }: Pick<PayableQuote, "memoHash">): `0x${string}` => `0x${memoHash}`;

/** Nonce of the signed transfer that pays this quote, so that a signature is bound to one quote. */
export const gaslessNonceOf = (quote: Pick<PayableQuote, "memoHash">): `0x${string}` => nonceOfId(quoteIdOf(quote));

/** EIP-681: wallets read it from a QR code. */
export const paymentUri = ({ usdc, chainId, payTo }: Chain, units: bigint): string =>
  `ethereum:${checksummed(usdc)}@${chainId}/transfer?address=${checksummed(payTo)}&uint256=${units}`;

export const secondsOf = (time: Date): bigint => BigInt(Math.floor(time.getTime() / 1000));

export const transferDomain = (chainId: number, usdc: string): z.input<typeof TransferDomain> => ({
  ...domainOf(chainId),
  chainId,
  verifyingContract: checksummed(usdc),
});

export const typedTransferOf = (chain: Chain, quote: PayableQuote): z.input<typeof TypedTransfer> => ({
  domain: transferDomain(chain.chainId, chain.usdc),
  types: { TransferWithAuthorization: TRANSFER_TYPES.TransferWithAuthorization.map((field) => ({ ...field })) },
  primaryType: "TransferWithAuthorization",
  message: {
    from: quote.senderWallet && checksummed(quote.senderWallet),
    to: checksummed(chain.payTo),
    value: quote.units.toString(),
    validAfter: "0",
    validBefore: secondsOf(quote.expiresAt).toString(),
    nonce: gaslessNonceOf(quote),
  },
});

/** Only our own settler pays gas for purchases; a facilitator is there for calls. */
export function offersGasless(): boolean {
  const settler = configuredX402()?.settler;
  return settler != null && paysGas(settler, MIN_GASLESS_UNITS);
}

/** Null where the buyer must send the transfer himself. */
export const gaslessOffer = (chain: Chain, quote: PayableQuote): z.input<typeof GaslessOffer> | null =>
  offersGasless() && quote.requestedUnits >= MIN_GASLESS_UNITS
    ? {
        submit_to: GASLESS_PATH,
        typed_data: typedTransferOf(chain, quote),
        how: `Sign \`typed_data\` with the paying wallet (eth_signTypedData_v4), then POST ${GASLESS_PATH} with the memo as \`nonce\`, the message as \`authorization\` and the \`signature\`. The operator pays the gas; ${formatUsd(quote.units)} USDC leave the wallet.`,
      }
    : null;
