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

export function FreshData({ datasets }: { datasets: readonly DatasetFreshness[] }) {
  return (
    <table className="w-full">
      <tbody>
        {datasets
          .filter((row) => row.sla_seconds !== null)
          .map((row) => (
            <tr key={row.dataset} className="border-t border-border first:border-t-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {row.title}
              </th>
              <td className="py-1.5 text-right">
                <span
                  className={row.stale ? "chip rounded-chip bg-warn-tint px-2 py-0.5 text-small font-medium text-warn-fg" : "text-fg-muted"}
                >
                  {row.stale && row.captured_at !== null ? "Stale: " : ""}
                  {wordOf(row)}
                </span>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
