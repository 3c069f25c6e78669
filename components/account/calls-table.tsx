import type { z } from "zod";
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

/** Styled from its root: rows of cells without class. On phones a row is a card. */
export function CallsTable({ calls }: { calls: readonly Call[] }) {
  return (
    <table className="calls-table">
      <caption className="sr-only">Calls, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When, UTC</th>
          <th scope="col">Call</th>
          <th scope="col">Outcome</th>
          <th scope="col">Credits</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <td>{`${formatDay(call.at)}, ${formatTime(call.at).replace(" UTC", "")}`}</td>
            <th scope="row">{`${call.method} ${call.endpoint}`}</th>
            <td>
              <Outcome {...call} />
            </td>
            <td>{formatCount(call.credits)}</td>
            <td>
              <Proof {...call} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
