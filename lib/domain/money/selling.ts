/** Embargoed countries (ISO 3166-1 alpha-2) in which nothing is sold. */
export const EMBARGOED: ReadonlySet<string> = new Set(["CU", "IR", "KP", "SY"]);

export const EMBARGO_REFERENCE = "https://ofac.treasury.gov/sanctions-programs-and-country-information";

export interface SellingConfiguration {
  address: string | undefined;
  /** Copy of the address that was compiled into the build. */
  pinned: string | undefined;
  isDisabled: boolean;
  /** True where buyers use a name that this service was not told. Its payment terms would name another. */
  isNameless: boolean;
  /** What buyers must be able to check before they send money. Null where the service has no public address. */
  seller: { legalEntity: string | undefined; contact: string | undefined; socialUrl: string | undefined } | null;
}

export interface Selling {
  /** Null when no address may be shown: none is set, the two copies differ, or buyers could not check it. */
  address: string | null;
  isEnabled: boolean;
  reason: string | null;
}

const refused = (address: string | null, reason: string): Selling => ({ address, isEnabled: false, reason });

/** Requirements for selling that a public service lacks, as configuration keys and in words for buyers. */
export function missingForSale({ address, pinned, seller, isNameless }: SellingConfiguration): { key: string; words: string }[] {
  if (!address) return [];
  const missing = isNameless ? [{ key: "PUBLIC_BASE_URL", words: "the address of this service" }] : [];
  if (!seller) return missing;
  const needed = [
    { key: "OPERATOR_LEGAL_ENTITY", words: "who sells here", value: seller.legalEntity },
    { key: "OPERATOR_CONTACT", words: "a contact", value: seller.contact },
    { key: "OPERATOR_SOCIAL_URL", words: "a social profile that repeats the wallet's address", value: seller.socialUrl },
    { key: "NEXT_PUBLIC_PAYMENT_ADDRESS", words: "the wallet's address in this build", value: pinned },
  ];
  return [...missing, ...needed.flatMap(({ value, ...entry }) => (value ? [] : [entry]))];
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;

export function sellingOf(configuration: SellingConfiguration): Selling {
  const { address, pinned, isDisabled } = configuration;
  if (!address) return refused(null, "No wallet is configured, so nothing can be bought here.");
  if (pinned && pinned.toLowerCase() !== address.toLowerCase()) {
    return refused(
      null,
      "The configured wallet differs from the one that this build was published with, so nothing is sold. Do not send funds.",
    );
  }
  const missing = missingForSale(configuration);
  if (missing.length > 0) {
    return refused(
      null,
      `The operator has not published ${listed(missing.map(({ words }) => words))}, so nothing is sold. Do not send funds.`,
    );
  }
  if (isDisabled) {
    return refused(address, "The operator has stopped sales for now. Credits already bought keep working; do not send funds.");
  }
  return { address, isEnabled: true, reason: null };
}
