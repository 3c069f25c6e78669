import type { z } from "zod";
import { DataTable, type Column } from "@/components/ui/data-table";
import { reasonText } from "@/lib/domain/money/money-words";
import { formatCount, formatDay, formatTime } from "@/lib/domain/pages/format";
import type { AccountCall } from "@/lib/schemas/account-call";

type Call = z.output<typeof AccountCall>;

const OUTCOMES: Record<Call["outcome"], string> = { charged: "Charged", refunded: "Refunded", not_charged: "Not charged" };

function Outcome({ outcome, reason, http_status: status }: Call) {
  return (
    <>
      {OUTCOMES[outcome]}
      {outcome === "not_charged" && (
        <small>{status === null || status === 200 ? reasonText(reason) : `${reasonText(reason)}, HTTP ${status}`}</small>
      )}
    </>
  );
}

function Proof({ id, receipt_id: receipt, request_id: request }: Call) {
  return (
    <>
      {receipt === null ? "none" : <a href={`/account/usage/receipt/${id}`}>{receipt}</a>}
      {request !== null && <small>{`request ${request}`}</small>}
    </>
  );
}

const COLUMNS: readonly Column<Call>[] = [
  { label: "When, UTC", cell: ({ at }) => `${formatDay(at)}, ${formatTime(at).replace(" UTC", "")}` },
  { label: "Call", cell: ({ method, endpoint }) => `${method} ${endpoint}` },
  { label: "Outcome", cell: (call) => <Outcome {...call} />, isText: true },
  { label: "Credits", cell: ({ credits }) => formatCount(credits) },
  { label: "Receipt", cell: (call) => <Proof {...call} />, isText: true },
];

export const CallsTable = ({ calls }: { calls: readonly Call[] }) => (
  <DataTable
    caption="Calls, newest first"
    columns={COLUMNS}
    rows={calls}
    keyOf={({ id }) => String(id)}
    heading={1}
    hasCards
    className="md:[&_td:first-child]:whitespace-nowrap [&_td:nth-child(3)]:max-w-88 [&_td:nth-child(5)]:font-mono [&_td:nth-child(5)]:text-small [&_:is(th,td:nth-child(5))]:wrap-anywhere"
  />
);
