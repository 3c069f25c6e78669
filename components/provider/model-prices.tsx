import { DataTable, type Column } from "@/components/ui/data-table";
import { formatTokens, priceOrNone } from "@/lib/domain/pages/format";

export interface PricedModel {
  id: string;
  name: string;
  input: number | null;
  output: number | null;
  context: number | null;
  /** Page of the model; null where an example shows none. */
  href: string | null;
}

const COLUMNS: readonly Column<PricedModel>[] = [
  { label: "Model", cell: ({ name, href }) => (href ? <a href={href}>{name}</a> : name) },
  { label: "Input", unit: "$ per 1M tokens", cell: ({ input }) => priceOrNone(input) },
  { label: "Output", cell: ({ output }) => priceOrNone(output) },
  { label: "Context", cell: ({ context }) => (context === null ? "not said" : formatTokens(context)) },
];

export const ModelPrices = ({ models }: { models: readonly PricedModel[] }) => (
  <DataTable caption="Table of models with prices" columns={COLUMNS} rows={models} keyOf={({ id }) => id} isBoxed />
);
