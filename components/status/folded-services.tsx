import { formatCount, formatUptime, plural } from "@/lib/domain/pages/format";
import { answeredShare, type StatusRow } from "@/lib/domain/status/status-row";
import { StateIcon } from "@/components/ui/state-mark";
import { StatusTable } from "./status-table";

interface Props {
  kind: "silent" | "answering";
  rows: readonly StatusRow[];
  isOpen: boolean;
}

function wordsOf({ kind, rows }: Pick<Props, "kind" | "rows">): { lead: string; rest: string } {
  const [own, them] = rows.length === 1 ? ["its own status page says", "it"] : ["their own status pages say", "them"];
  if (rows.every(({ checkedAt }) => checkedAt === null)) {
    return { lead: `${plural(rows.length, "service")}, not read yet`, rest: "" };
  }
  if (kind === "silent") {
    return { lead: `${plural(rows.length, "service")} unknown`, rest: `No program can read what ${own}, and we do not probe ${them}.` };
  }
  const answered = answeredShare(rows);
  const share = answered
    ? `: ${formatUptime(answered.share * 100)} of ${formatCount(answered.calls)} calls of the last 24 h were answered`
    : "";
  return {
    lead: `${plural(rows.length, "service")} unknown, but answering our probes${share}`,
    rest: `No program can read what ${own}.`,
  };
}

/** Services of which nothing is known by their own pages, in one row that opens. */
export function FoldedServices({ kind, rows, isOpen }: Props) {
  if (rows.length === 0) return null;
  const { lead, rest } = wordsOf({ kind, rows });
  return (
    <details className="folded-services card" open={isOpen}>
      <summary>
        <StateIcon state="unknown" />
        <span>
          <strong>{lead}</strong>
          <small>
            {rest} {rows.map(({ name }) => name).join(", ")}
          </small>
        </span>
      </summary>
      <StatusTable caption={lead} rows={rows} />
    </details>
  );
}
