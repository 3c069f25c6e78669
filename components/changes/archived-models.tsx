import { DataTable, type Column } from "@/components/ui/data-table";
import { NamedModelLink } from "@/components/ui/named-model-link";
import { NearTime } from "@/components/ui/near-time";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { formatCount } from "@/lib/domain/pages/format";
import type { ArchivedModel, SourceGap } from "@/lib/schemas/history/archived-model";
import { ModelName, pricesText } from "./change-groups";

type Named = NonNullable<ArchivedModel["successor"]>;

const WHY: Readonly<Record<ArchivedModel["why"], string>> = {
  retired: "retired by its host",
  unlisted: "left its seller's own list",
  not_listed: "left the price list",
};

/** Who sells `provider/id`. */
const sellerOf = (modelId: string): string => modelId.split("/")[0] ?? modelId;

/** Successors by name; where their host lists them, with their pages. */
function Instead({ successor: { models, labels, named_by: host }, path }: { successor: Named; path: string }) {
  return models.map((model, place) => (
    <span key={model}>
      {place > 0 && ", "}
      <NamedModelLink
        model={model}
        label={labels[place] ?? model}
        href={model.startsWith(`${host}/`) ? fillPath(path, { provider: host, id: model.slice(host.length + 1) }) : null}
      />
    </span>
  ));
}

const columns = ({ path, sellerName }: Pick<Props, "path" | "sellerName">): readonly Column<ArchivedModel>[] => [
  {
    label: "Model",
    // What no list names any more has no page.
    cell: ({ model, provider, model_id: modelId, also, why }) => (
      <>
        <ModelName model={model} provider={provider} modelId={why === "not_listed" ? null : modelId} path={path} />
        {also.length > 0 && <small>also as {also.join(", ")}</small>}
      </>
    ),
  },
  {
    label: "Gone",
    isText: true,
    cell: ({ gone_since: since, why }) => (
      <>
        {since === null ? "unknown" : <NearTime at={since} />}
        <small>{WHY[why]}</small>
      </>
    ),
  },
  {
    label: "Instead",
    isText: true,
    cell: ({ successor, still_sold_at: sold }) => (
      <>
        {successor === null || successor.models.length === 0 ? "nothing is named" : <Instead successor={successor} path={path} />}
        {sold.length > 0 && <small>still sold at {[...new Set(sold.map((id) => sellerName(sellerOf(id))))].join(", ")}</small>}
      </>
    ),
  },
  {
    label: "Last price",
    unit: "USD per 1M tokens",
    isText: true,
    cell: ({ last_price: price }) => (price === null ? "none captured" : pricesText(price.input, price.output)),
  },
];

interface Props {
  models: readonly ArchivedModel[];
  gaps: readonly SourceGap[];
  path: string;
  /** Name of a seller, by its id. */
  sellerName: (id: string) => string;
}

/** Models that are no longer sold, and how many listings nobody knows of. */
export function ArchivedModels({ models, gaps, path, sellerName }: Props) {
  const lost = gaps.reduce((sum, { listings }) => sum + listings, 0);
  return (
    <>
      <DataTable
        caption="Table of models no longer sold"
        columns={columns({ path, sellerName })}
        rows={models}
        keyOf={({ model_id: id }) => id}
        hasCards
        isBoxed
      />
      {lost > 0 && (
        <p className="mt-3 text-small text-fg-muted">
          Not counted: {formatCount(lost)} {lost === 1 ? "listing" : "listings"} of which a source lost sight, so that nobody knows.
        </p>
      )}
    </>
  );
}
