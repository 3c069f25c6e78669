import { checksummed, configuredChain, type Chain } from "../chain/chain";
import { canSend, isLow } from "../chain/gas";
import { configuredScreener, type Screener } from "../chain/screener";
import type { Settler } from "../chain/settler";
import { configuredX402, type X402 } from "../chain/x402";
import { sellingOf, type Selling, type SellingConfiguration } from "@/lib/domain/money/selling";
import { env, type Env } from "@/lib/config/env";
import { refusal } from "./refusals";

export interface Rails {
  /** Null when nothing is sold. */
  chain: Chain | null;
  x402: X402 | null;
  screener: Screener;
  selling: Selling;
  isBareAllowed: boolean;
  bareMaxAgeSeconds: number;
}

export function sellingConfiguration(values: Env): SellingConfiguration {
  const { PAYMENT_ADDRESS, NEXT_PUBLIC_PAYMENT_ADDRESS, PAYMENTS_DISABLED, isPublic, isNameless } = values;
  const { OPERATOR_LEGAL_ENTITY: legalEntity, OPERATOR_CONTACT: contact, OPERATOR_SOCIAL_URL: socialUrl } = values;
  return {
    address: PAYMENT_ADDRESS,
    pinned: NEXT_PUBLIC_PAYMENT_ADDRESS,
    isDisabled: PAYMENTS_DISABLED,
    isNameless,
    seller: isPublic ? { legalEntity, contact, socialUrl } : null,
  };
}

export const selling = (): Selling => sellingOf(sellingConfiguration(env()));

export function configuredRails(): Rails {
  const { ALLOW_BARE_TX, BARE_TX_MAX_AGE_SECONDS } = env();
  return {
    chain: configuredChain(),
    x402: configuredX402(),
    screener: configuredScreener(),
    selling: selling(),
    isBareAllowed: ALLOW_BARE_TX,
    bareMaxAgeSeconds: BARE_TX_MAX_AGE_SECONDS,
  };
}

/** Whether the settler pays the gas of a payment of this value now, as far as is known. */
export const paysGas = (settler: Settler, units: bigint): boolean =>
  env().GASLESS_GAS_GWEI_PER_DAY > 0 && canSend(units, settler.knownGas());

/** Address of a settler known to have ether for too few settlements. Null while it has enough, and without a settler. */
export function lowSettler(): string | null {
  const settler = configuredX402()?.settler;
  const gas = settler?.knownGas();
  return settler && gas && isLow(gas) ? checksummed(settler.address) : null;
}

/** By what a call of this price can be paid with a signed transfer; null where that is not offered now. */
export const offeredX402 = ({ x402, selling: { isEnabled } }: Rails, units: bigint): X402 | null =>
  x402 && isEnabled && (x402.settler === null || paysGas(x402.settler, units)) ? x402 : null;

const disabled = (rails: Rails) => refusal("payment_disabled", rails.selling.reason ?? undefined);

/** Works while sales are stopped too, so that earlier payments stay usable. */
export function requireRailsChain(rails: Rails): Chain {
  if (!rails.chain) throw disabled(rails);
  return rails.chain;
}

export function requireSelling(rails: Rails): void {
  if (!rails.selling.isEnabled) throw disabled(rails);
}

/** The configured chain; works while sales are stopped too. */
export const requireChain = (): Chain => requireRailsChain(configuredRails());

export function requireSellingChain(): Chain {
  requireSelling(configuredRails());
  return requireChain();
}
