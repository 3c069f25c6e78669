import type { Env } from "@/lib/config/env";
import { missingForSale, sellingOf, type SellingConfiguration } from "@/lib/domain/money/selling";
import { sellingConfiguration } from "@/lib/money/call/rails";
import { bad, good, type Finding } from "./finding";

const mendOf = ({ isDisabled, address, pinned }: SellingConfiguration): string =>
  isDisabled && pinned?.toLowerCase() === address?.toLowerCase()
    ? "unset PAYMENTS_DISABLED"
    : "set PAYMENT_ADDRESS, NEXT_PUBLIC_PAYMENT_ADDRESS to the same wallet, then npm start, which builds with it";

/** Whether the configured wallet sells; null where none is configured, because a service need not sell. */
export function salesFinding(values: Env): Finding | null {
  const configuration = sellingConfiguration(values);
  const { address } = configuration;
  if (address === undefined) return null;
  const { isEnabled, reason } = sellingOf(configuration);
  if (isEnabled) return good("sales", `paid into ${address}`);
  const missing = missingForSale(configuration).map(({ key }) => key);
  const isPinMissing = missing.includes("NEXT_PUBLIC_PAYMENT_ADDRESS");
  const build = isPinMissing ? ", the last to the wallet of PAYMENT_ADDRESS, then npm start, which builds with it" : "";
  return bad("sales", reason ?? "Nothing is sold.", missing.length > 0 ? `set ${missing.join(", ")}${build}` : mendOf(configuration));
}
