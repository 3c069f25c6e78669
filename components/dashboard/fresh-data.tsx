import { DataTable, type Column } from "@/components/ui/data-table";
import { oldWords, unreadWords, type VainAttempts } from "@/lib/domain/freshness/age-words";

export interface DatasetFreshness {
  dataset: string;
  title: string;
  captured_at: string | null;
  age_seconds: number | null;
  sla_seconds: number | null;
  stale: boolean;
  vain_attempts: VainAttempts | null;
}

function wordOf(row: DatasetFreshness): string {
  if (row.captured_at === null || row.age_seconds === null) return unreadWords(row.vain_attempts);
  return oldWords(row.age_seconds);
}

const COLUMNS: readonly Column<DatasetFreshness>[] = [
  { label: "Dataset", cell: ({ title }) => title },
  {
    label: "Age",
    cell: (row) => (
      <span className={row.stale ? "chip rounded-chip bg-warn-tint px-2 py-0.5 text-small font-medium text-warn-fg" : "text-fg-muted"}>
        {row.stale && row.captured_at !== null ? "Stale: " : ""}
        {wordOf(row)}
      </span>
    ),
  },
];

export const FreshData = ({ datasets }: { datasets: readonly DatasetFreshness[] }) => (
  <DataTable
    caption="Table of the datasets' age"
    columns={COLUMNS}
    rows={datasets.filter((row) => row.sla_seconds !== null)}
    keyOf={({ dataset }) => dataset}
    isHeadHidden
  />
);
