import { FilterForm } from "@/components/ui/filter-form";
import type { Facet } from "@/lib/domain/news/news-list";

interface Values {
  q: string | null;
  category: string | null;
  source: string | null;
}

interface ChoiceProps {
  name: keyof Values;
  label: string;
  any: string;
  chosen: string | null;
  options: readonly string[];
}

/** A value of the address that is none of the options stands among them, so that applying the form does not drop it. */
function Choice({ name, label, any, chosen, options }: ChoiceProps) {
  const all = chosen === null || options.includes(chosen) ? options : [chosen, ...options];
  return (
    <label className="field">
      {label}
      <select name={name} defaultValue={chosen ?? ""} className="control max-w-60">
        <option value="">{any}</option>
        {all.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

interface Props {
  action: string;
  values: Values;
  categories: readonly string[];
  sources: readonly Facet[];
}

export function NewsFilters({ action, values, categories, sources }: Props) {
  const chosen = [values.q, values.category, values.source].filter((value) => value !== null).length;
  return (
    <FilterForm action={action} chosen={chosen}>
      <label className="field">
        Words in title or snippet
        <input type="search" name="q" defaultValue={values.q ?? ""} maxLength={200} className="control" />
      </label>
      <Choice name="category" label="Category" any="All categories" chosen={values.category} options={categories} />
      <Choice name="source" label="Source" any="All sources" chosen={values.source} options={sources.map(({ label }) => label)} />
    </FilterForm>
  );
}
