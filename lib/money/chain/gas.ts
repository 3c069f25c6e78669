import { formatEther } from "viem";

/**
 * Gas limit. A key's transfer takes about 90,000; the rest is for the signature check of a contract
 * wallet, which the payer wrote.
 */
export const MAX_GAS = 150_000n;
/** What the transfer of a payer's own key is sent with at most; only a contract wallet asks for more. */
export const KEY_GAS = 110_000n;
/** Gas may take one part in so many of what a payment brings. */
export const GAS_PARTS = 3n;
/**
 * Highest fee where the chain has no price of ether. Base charges hundredths of a gwei, and above this
 * any gas costs more than it brings.
 */
const MAX_FEE_WITHOUT_PRICE = 5_000_000_000n;
/** A settler that holds the gas of fewer settlements than this needs its operator. */
const SETTLEMENTS_KEPT = 20n;
/** A payment counts millionths of a dollar, the price of ether hundred-millionths, ether 10^18 wei. */
const WEI_SCALE = 10n ** 20n;
const WEI_PER_GWEI = 1_000_000_000n;

/** What the settler can pay with, and what gas costs now, in wei. */
export interface GasState {
  balance: bigint;
  maxFeePerGas: bigint;
  /** Price of ether in hundred-millionths of a dollar; null where the chain has no feed of it. */
  etherPrice: bigint | null;
}

export const isLow = ({ balance, maxFeePerGas }: GasState): boolean => balance < SETTLEMENTS_KEPT * MAX_GAS * maxFeePerGas;

/** Most wei that sending a payment of this value may cost; null where no price of ether is known. */
export const mostWeiFor = (units: bigint, { etherPrice }: GasState): bigint | null =>
  etherPrice === null ? null : (units * WEI_SCALE) / (GAS_PARTS * etherPrice);

/** Most gas that so much wei buys at this price. `mostWei` is null where no price of ether is known. */
export function affordableGas(mostWei: bigint | null, maxFeePerGas: bigint): bigint {
  if (mostWei === null) return maxFeePerGas > MAX_FEE_WITHOUT_PRICE ? 0n : MAX_GAS;
  return mostWei / maxFeePerGas;
}

/** Whether gas is too dear now to send a payment of this value, whoever signed it. */
export const isTooDear = (units: bigint, state: GasState): boolean => affordableGas(mostWeiFor(units, state), state.maxFeePerGas) < KEY_GAS;

/** Whether a payment of this value can be sent, as far as is known. */
export const canSend = (units: bigint, state: GasState | null): boolean => state === null || (!isLow(state) && !isTooDear(units, state));

/** What is reserved for sending a payment of this value, in whole gwei. */
export function reservedGwei(units: bigint, state: GasState): number {
  const limit = MAX_GAS * state.maxFeePerGas;
  const mostWei = mostWeiFor(units, state);
  return gweiOf(mostWei !== null && mostWei < limit ? mostWei : limit);
}

export const inEther = (wei: bigint): string => formatEther(wei);

/** Whole gwei, rounded up. */
export const gweiOf = (wei: bigint): number => Number((wei + WEI_PER_GWEI - 1n) / WEI_PER_GWEI);
