import { configuredChain, type Chain } from "../chain/chain";
import { sellingOf, type Selling } from "@/lib/domain/money/selling";
import { env } from "@/lib/config/env";
import { ApiError } from "@/lib/errors";

export function selling(): Selling {
  const { PAYMENT_ADDRESS, NEXT_PUBLIC_PAYMENT_ADDRESS, PAYMENTS_DISABLED } = env();
  return sellingOf({ address: PAYMENT_ADDRESS, pinned: NEXT_PUBLIC_PAYMENT_ADDRESS, isDisabled: PAYMENTS_DISABLED });
}

export function requireSellingChain(): Chain {
  const { isEnabled, reason } = selling();
  const chain = isEnabled ? configuredChain() : null;
  if (!chain) throw new ApiError("payment_disabled", reason ?? undefined, { reason: "payment_disabled" });
  return chain;
}

/** Works while sales are stopped too, so that owners keep access to credits they bought earlier. */
export function requireChain(): Chain {
  const chain = configuredChain();
  if (!chain) throw new ApiError("payment_disabled", selling().reason ?? undefined, { reason: "payment_disabled" });
  return chain;
}
