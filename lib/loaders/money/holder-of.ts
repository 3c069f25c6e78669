import type { TokenHolder } from "@/db/queries/money/tokens/tokens";

/** For endpoints of access `token`: the engine has already refused calls without a holder. */
export function holderOf({ holder }: { holder: TokenHolder | null }): TokenHolder {
  if (!holder) throw new Error("this endpoint is not declared with access `token`");
  return holder;
}

/** Credits that are not on hold for open calls. */
export const spendableOf = ({ posted, held }: TokenHolder): number => posted - held;
