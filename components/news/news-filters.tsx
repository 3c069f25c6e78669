import { Choice, optionsOf, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import type { Facet } from "@/lib/domain/news/news-list";

interface Values {
  q: string | null;
  category: string | null;
  source: string | null;
}

interface Props {
  action: string;
  /** The address that the fields show. */
  address: string;
  values: Values;
  categories: readonly string[];
  sources: readonly Facet[];
}

export function NewsFilters({ action, address, values, categories, sources }: Props) {
  const chosen = [values.q, values.category, values.source].filter((value) => value !== null).length;
  return (
    <FilterForm action={action} address={address} chosen={chosen}>
      <Words value={values.q} label="Words in title or snippet" />
      <Choice name="category" label="Category" any="All categories" value={values.category ?? ""} options={optionsOf(categories)} />
      <Choice
        name="source"
        label="Source"
        any="All sources"
        value={values.source ?? ""}
        options={optionsOf(sources.map(({ label }) => label))}
      />
    </FilterForm>
  );
}
