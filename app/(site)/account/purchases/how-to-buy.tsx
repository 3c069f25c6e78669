import Link from "next/link";
import { Empty } from "@/components/ui/states";
import { pages } from "@/lib/pages";

const BUY_PAGE = "/buy";

export function HowToBuy() {
  const canBuyHere = pages.some(({ path }) => path === BUY_PAGE);
  return (
    <Empty>
      Nothing was bought for this account yet. Credits are paid in USDC on Base, and come by themselves once the payment is in the chain.{" "}
      {canBuyHere ? <Link href={BUY_PAGE}>Buy credits</Link> : <a href="/llms.txt">How to buy credits</a>}
    </Empty>
  );
}
