import { explorerUrl } from "../money/explorer";
import { readCveId } from "../security/cve-facts";
import { fillPath } from "./fill-path";

/** Where the palette sends what is recognized by its form. */
export interface SmartTargets {
  cve: { path: string; credits: number };
  watch: { path: string };
  /** A page that takes the hash of a payment as `tx`. */
  payment: { path: string; chainId: number };
}

interface SmartLink {
  kind: "link";
  label: string;
  about: string;
  href: string;
}

/** A signed receipt, to be checked where it was pasted. */
interface SmartReceipt {
  kind: "receipt";
  label: string;
  about: string;
  receipt: object;
}

export type SmartOffer = SmartLink | SmartReceipt;

const HASH = /^0x[0-9a-f]{64}$/i;
const WATCH = /^wat_[0-9a-f]{24}$/;

const short = (text: string): string => `${text.slice(0, 6)}…${text.slice(-4)}`;

function paymentOffers(hash: string, { path, chainId }: SmartTargets["payment"]): SmartOffer[] {
  const explorer = explorerUrl(chainId, hash);
  const recover = { kind: "link", label: "Recover a payment", about: short(hash), href: `${path}?tx=${hash}` } as const;
  return explorer === null
    ? [recover]
    : [{ kind: "link", label: `See the transaction at ${new URL(explorer).host}`, about: short(hash), href: explorer }, recover];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** A receipt by itself, or within the answer that it was given with. */
function receiptIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    const found = [value, isObject(value) ? value.receipt : null].find((candidate) => isObject(candidate) && "signature" in candidate);
    return isObject(found) ? found : null;
  } catch {
    return null;
  }
}

/** Suggestions for a text by its form alone. A CVE costs nothing before its card is run. */
export function smartOffers(typed: string, { cve, watch, payment }: SmartTargets): SmartOffer[] {
  const text = typed.trim();
  const cveId = readCveId(text);
  if (cveId !== null) {
    const price = `${cve.credits} ${cve.credits === 1 ? "credit" : "credits"}`;
    return [{ kind: "link", label: `Open CVE card, ${price}`, about: cveId, href: fillPath(cve.path, { cve: cveId }) }];
  }
  if (HASH.test(text)) return paymentOffers(text.toLowerCase(), payment);
  if (WATCH.test(text)) return [{ kind: "link", label: "Open the watch", about: short(text), href: fillPath(watch.path, { id: text }) }];
  const receipt = text.startsWith("{") ? receiptIn(text) : null;
  return receipt === null ? [] : [{ kind: "receipt", label: "Verify this receipt", about: "signature", receipt }];
}
