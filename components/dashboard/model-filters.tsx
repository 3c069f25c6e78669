import { textOf, type SearchParams } from "@/lib/domain/pages/page-params";

interface Option {
  id: string;
  name: string;
}

interface Props {
  params: SearchParams;
  providers: readonly Option[];
  capabilities: readonly string[];
  benchmarks: readonly Option[];
}

const CONTEXTS: readonly Option[] = [
  { id: "32000", name: "32K and more" },
  { id: "128000", name: "128K and more" },
  { id: "200000", name: "200K and more" },
  { id: "1000000", name: "1M and more" },
];

const SORTS: readonly Option[] = [
  { id: "released.desc", name: "Newest" },
  { id: "input.asc", name: "Input price" },
  { id: "output.asc", name: "Output price" },
  { id: "blended.asc", name: "Blended price" },
  { id: "context.desc", name: "Context" },
  { id: "score.desc", name: "Score" },
  { id: "name.asc", name: "Name" },
];

function Choice({
  name,
  label,
  value,
  any,
  options,
}: {
  name: string;
  label: string;
  value: string;
  any?: string;
  options: readonly Option[];
}) {
  return (
    <label className="grid gap-1 text-small text-fg-muted">
      {label}
      <select name={name} defaultValue={value} className="control w-full">
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A plain GET form: the filters are in the URL and work without JavaScript. */
export function ModelFilters({ params, providers, capabilities, benchmarks }: Props) {
  const value = (key: string) => textOf(params, key);
  return (
    <form
      method="get"
      action="/models"
      role="search"
      aria-label="Filter models"
      className="no-print mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-8"
    >
      <label className="col-span-2 grid gap-1 text-small text-fg-muted">
        Search
        <input type="search" name="q" defaultValue={value("q")} placeholder="Name, id or maker" className="control w-full" />
      </label>
      <Choice name="provider" label="Maker" value={value("provider")} any="All makers" options={providers} />
      <Choice name="cap" label="Ability" value={value("cap")} any="Any" options={capabilities.map((id) => ({ id, name: id }))} />
      <label className="grid gap-1 text-small text-fg-muted">
        Blended at most
        <input type="text" inputMode="decimal" name="max" defaultValue={value("max")} placeholder="USD per 1M" className="control w-full" />
      </label>
      <Choice name="ctx" label="Context" value={value("ctx")} any="Any" options={CONTEXTS} />
      <Choice name="score" label="Score shown" value={value("score") || "swe_bench"} options={benchmarks} />
      <Choice name="sort" label="Order" value={value("sort") || "released.desc"} options={SORTS} />
      <label className="col-span-2 flex min-h-9 items-center gap-2">
        <input type="checkbox" name="open" value="true" defaultChecked={value("open") === "true"} className="size-5 accent-(--accent)" />
        Open weights only
      </label>
      <button type="submit" className="control control-primary">
        Apply
      </button>
      <a href="/models" className="control">
        Clear
      </a>
    </form>
  );
}
