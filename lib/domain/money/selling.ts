/** Countries (ISO 3166-1 alpha-2) under the embargoes that the operator's law knows: nothing is sold there. */
export const EMBARGOED: ReadonlySet<string> = new Set(["CU", "IR", "KP", "SY"]);

export const EMBARGO_REFERENCE = "https://ofac.treasury.gov/sanctions-programs-and-country-information";

export interface SellingConfiguration {
  address: string | undefined;
  /** The copy of the address that the build carries. */
  pinned: string | undefined;
  isDisabled: boolean;
}

export interface Selling {
  /** Null where no address may be shown: there is none, or two that differ. */
  address: string | null;
  isEnabled: boolean;
  /** Why nothing is sold; null while it is. */
  reason: string | null;
}

const refused = (address: string | null, reason: string): Selling => ({ address, isEnabled: false, reason });

/** Whether this service sells credits, and into which wallet. */
export function sellingOf({ address, pinned, isDisabled }: SellingConfiguration): Selling {
  if (!address) return refused(null, "No wallet is configured, so nothing can be bought here.");
  if (pinned && pinned.toLowerCase() !== address.toLowerCase()) {
    return refused(
      null,
      "The configured wallet differs from the one that this build was published with, so nothing is sold. Do not send funds.",
    );
  }
  if (isDisabled) {
    return refused(address, "The operator has stopped sales for now. Credits already bought keep working; do not send funds.");
  }
  return { address, isEnabled: true, reason: null };
}
