import type { z } from "zod";
import { DataTable, type Column } from "@/components/ui/data-table";
import { usdcText } from "@/lib/domain/money/money-words";
import { formatCount, formatDay, formatTime } from "@/lib/domain/pages/format";
import type { AccountPurchase } from "@/lib/schemas/purchases";
import { TransactionLink } from "./transaction-link";

type Purchase = z.output<typeof AccountPurchase>;

const COLUMNS: readonly Column<Purchase>[] = [
  { label: "When, UTC", cell: ({ confirmed_at: at }) => `${formatDay(at)}, ${formatTime(at).replace(" UTC", "")}` },
  { label: "Paid, USDC", cell: ({ amount_base_units: units }) => usdcText(BigInt(units)) },
  { label: "Credits", cell: ({ credits_added: credits }) => formatCount(credits) },
  { label: "Of which bonus", cell: ({ bonus_credits: credits }) => formatCount(credits) },
  { label: "Transaction", cell: ({ tx_hash: hash, explorer_url: url }) => <TransactionLink hash={hash} explorerUrl={url} />, isText: true },
  {
    label: "Block",
    cell: ({ block_number: block, state }) => (
      <>
        {block}
        <small>{state}</small>
      </>
    ),
  },
];

export const PurchasesTable = ({ purchases }: { purchases: readonly Purchase[] }) => (
  <DataTable
    caption="Purchases, newest first"
    columns={COLUMNS}
    rows={purchases}
    keyOf={(purchase) => `${purchase.tx_hash} ${purchase.amount_base_units}`}
    hasCards
  />
);
