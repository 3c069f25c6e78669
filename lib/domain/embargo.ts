/** Countries (ISO 3166-1 alpha-2) under the embargoes that the operator's law knows: nothing is sold there. */
export const EMBARGOED: ReadonlySet<string> = new Set(["CU", "IR", "KP", "SY"]);

export const EMBARGO_REFERENCE = "https://ofac.treasury.gov/sanctions-programs-and-country-information";
