import { SlidersHorizontal } from "lucide-react";
import { PageForm } from "./page-form";

interface Props {
  action: string;
  /** The address that the fields show: given, a field that is changed asks for its list at once. */
  address?: string;
  /** What stands where the form is folded. */
  name?: string;
  /** Parameters that the form keeps and does not show. */
  kept?: Readonly<Record<string, string>>;
  /** Number of filters that are set, shown where the form is folded. */
  chosen: number;
  /** Where all filters are cleared. */
  clearHref?: string;
  children: React.ReactNode;
}

/** A GET form, so that the address holds the filters and a click works without JavaScript. On phones it is folded. */
export function FilterForm({ action, address, name = "Filters", kept = {}, chosen, clearHref = action, children }: Props) {
  return (
    <details className="filters no-print mb-4">
      <summary className="control w-full">
        <SlidersHorizontal aria-hidden size={16} />
        {chosen === 0 ? name : `${name} (${chosen})`}
      </summary>
      <PageForm action={action} address={address} className="filters-form">
        {Object.entries(kept).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {children}
        <div className="flex gap-2 self-end">
          <button type="submit" className={`control control-primary ${address === undefined ? "" : "no-js-only"}`}>
            Apply
          </button>
          {chosen > 0 && (
            <a href={clearHref} className="control">
              Clear filters
            </a>
          )}
        </div>
      </PageForm>
    </details>
  );
}
