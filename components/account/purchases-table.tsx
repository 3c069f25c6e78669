import type { z } from "zod";
import { usdcText } from "@/lib/domain/money/money-words";
import { formatCount, formatDay, formatTime } from "@/lib/domain/pages/format";
import type { AccountPurchase } from "@/lib/schemas/purchases";
import { TransactionLink } from "./transaction-link";

export function PurchasesTable({ purchases }: { purchases: readonly z.output<typeof AccountPurchase>[] }) {
  return (
    <table className="purchases-table">
      <caption className="sr-only">Purchases, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When, UTC</th>
          <th scope="col">Paid, USDC</th>
          <th scope="col">Credits</th>
          <th scope="col">Of which bonus</th>
          <th scope="col">Transaction</th>
          <th scope="col">Block</th>
        </tr>
      </thead>
      <tbody>
        {purchases.map((purchase) => (
          <tr key={`${purchase.tx_hash} ${purchase.amount_base_units}`}>
            <th scope="row">
              {formatDay(purchase.confirmed_at)}, {formatTime(purchase.confirmed_at).replace(" UTC", "")}
            </th>
            <td>{usdcText(BigInt(purchase.amount_base_units))}</td>
            <td>{formatCount(purchase.credits_added)}</td>
            <td>{formatCount(purchase.bonus_credits)}</td>
            <td>
              <TransactionLink hash={purchase.tx_hash} explorerUrl={purchase.explorer_url} />
            </td>
            <td>
              {purchase.block_number}
              <small>{purchase.state}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
