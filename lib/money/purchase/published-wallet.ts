import { selling } from "../base/rails";
import { checksummed } from "../chain/chain";
import type { Selling } from "@/lib/domain/money/selling";

/** The wallet in one spelling for all documents and answers, so that readers can compare them. */
export function publishedWallet(): Selling {
  const { address, ...rest } = selling();
  return { address: address && checksummed(address), ...rest };
}
