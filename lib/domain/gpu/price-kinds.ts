/** What the price of a list says, in words, by its `price_kind`. */
const KINDS: Readonly<Record<string, string>> = {
  list: "list price",
  average: "average",
  median: "median of a market",
  from: "starting price",
  undated: "undated list price",
};

export const priceKindWords = (kind: string): string => KINDS[kind] ?? kind;
