import { DataTable, type Column } from "@/components/ui/data-table";
import { NamedModelLink } from "@/components/ui/named-model-link";
import { groupBy } from "@/lib/domain/basics/group-by";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { formatDay, formatDaysLeft } from "@/lib/domain/pages/format";

interface End {
  model: string;
  name: string | null;
  label: string;
  host: string;
  host_name: string;
  retires_on: string | null;
  precision: string;
  days_left: number | null;
}

interface SharedEnd extends End {
  /** Everybody who ends it on that day. */
  hosts: string[];
}

/** Several hosts may end one model on one day: a row for all of them. */
function sharedEnds(ends: readonly End[]): SharedEnd[] {
  const groups = groupBy(ends, ({ label, retires_on: day, precision }) => `${label} ${day} ${precision}`);
  return [...groups.values()].flatMap((own) => (own[0] ? [{ ...own[0], hosts: own.map(({ host_name: name }) => name) }] : []));
}

const columnsOf = (modelPath: string): readonly Column<SharedEnd>[] => [
  {
    label: "Model",
    cell: ({ name, label, model, host, hosts }) => (
      <>
        <span className="font-medium">
          <NamedModelLink
            model={model}
            label={label}
            href={name === null ? null : fillPath(modelPath, { provider: host, id: model })}
            className="plain-link"
          />
        </span>
        <small>{hosts.join(", ")}</small>
      </>
    ),
  },
  {
    label: "Ends",
    cell: ({ days_left: left, retires_on: day, precision }) => (
      <>
        {left === null ? "soon" : formatDaysLeft(left)}
        {day !== null && (
          <small className="whitespace-nowrap">
            {precision === "earliest" && "not before "}
            {formatDay(day)}
          </small>
        )}
      </>
    ),
  },
];

export function EndsSoon({ ends, count, modelPath }: { ends: readonly End[]; count: number; modelPath: string }) {
  return (
    <DataTable
      caption="Table of ends"
      columns={columnsOf(modelPath)}
      rows={sharedEnds(ends).slice(0, count)}
      keyOf={({ host, model }) => `${host}/${model}`}
      isHeadHidden
      isBoxed
      className="glance-rows"
    />
  );
}
