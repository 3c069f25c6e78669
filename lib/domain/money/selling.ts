/** Embargoed countries (ISO 3166-1 alpha-2) in which nothing is sold. */
export const EMBARGOED: ReadonlySet<string> = new Set(["CU", "IR", "KP", "SY"]);

export const EMBARGO_REFERENCE = "https://ofac.treasury.gov/sanctions-programs-and-country-information";

export interface SellingConfiguration {
  address: string | undefined;
  /** Copy of the address that was compiled into the build. */
  pinned: string | undefined;
  isDisabled: boolean;
}

export interface Selling {
  /** Null when no address may be shown: none is configured, or the two copies differ. */
  address: string | null;
  isEnabled: boolean;
  reason: string | null;
}

const refused = (address: string | null, reason: string): Selling => ({ address, isEnabled: false, reason });

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
