import { DataTable, type Column } from "@/components/ui/data-table";
import type { NewModel } from "@/lib/domain/models/newest-models";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { formatMonth, formatPrice } from "@/lib/domain/pages/format";

const columnsOf = (modelPath: string): readonly Column<NewModel>[] => [
  {
    label: "Model",
    cell: ({ providerId, id, name, provider, released }) => (
      <>
        <a href={fillPath(modelPath, { provider: providerId, id })} className="plain-link font-medium">
          {name}
        </a>
        <small>
          {provider}, {formatMonth(released)}
        </small>
      </>
    ),
  },
  { label: "Ability", cell: ({ ability }) => (ability === null ? <span title="Too few scores">–</span> : ability) },
  {
    label: "$ per 1M in, out",
    cell: ({ inputPrice, outputPrice }) => (
      <>
        {formatPrice(inputPrice)}
        <small>{formatPrice(outputPrice)}</small>
      </>
    ),
  },
];

/** What came last, with what it costs and how able it is. */
export const NewestModels = ({ models, modelPath }: { models: readonly NewModel[]; modelPath: string }) => (
  <DataTable
    caption="Table of the newest models"
    columns={columnsOf(modelPath)}
    rows={models}
    keyOf={({ providerId, id }) => `${providerId}/${id}`}
    isBoxed
    className="glance-rows"
  />
);
