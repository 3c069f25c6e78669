import { selling } from "../call/payment-service";
import { checksummed } from "../chain/chain";
import type { Selling } from "@/lib/domain/money/selling";

/** The wallet as every document and answer writes it: the same text in each, so that they can be compared. */
export function publishedWallet(): Selling {
  const { address, ...rest } = selling();
  return { address: address && checksummed(address), ...rest };
}
