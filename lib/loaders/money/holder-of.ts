import type { TokenHolder } from "@/db/queries/money/tokens/tokens";

/** Who calls an endpoint of access `token`: the engine has refused everyone else. */
export function holderOf({ holder }: { holder: TokenHolder | null }): TokenHolder {
  if (!holder) throw new Error("this endpoint is not declared with access `token`");
  return holder;
}

/** Credits that a call may take now: open calls have set the others aside. */
export const spendableOf = ({ posted, held }: TokenHolder): number => posted - held;
