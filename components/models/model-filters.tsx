import { FilterForm } from "@/components/ui/filter-form";

interface Option {
  value: string;
  label: string;
}

interface Values {
  q: string | null;
  provider: string | null;
  cap: string | null;
  max: number | null;
  ctx: number | null;
  open: boolean;
  dated: boolean;
  score: string;
  /** As in the address: `input.asc`. */
  sort: string;
}

interface Props {
  action: string;
  values: Values;
  makers: readonly Option[];
  capabilities: readonly string[];
  benchmarks: readonly Option[];
  sorts: readonly Option[];
}

const CONTEXTS: readonly Option[] = [
  { value: "32000", label: "32K and more" },
  { value: "128000", label: "128K and more" },
  { value: "200000", label: "200K and more" },
  { value: "1000000", label: "1M and more" },
];

/** A value of the address that is none of the options stands among them, so that applying the form does not drop it. */
const withChosen = (options: readonly Option[], chosen: string): readonly Option[] =>
  chosen === "" || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];

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
    <label className="field">
      {label}
      <select name={name} defaultValue={value} className="control">
        {any !== undefined && <option value="">{any}</option>}
        {withChosen(options, value).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Flag({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="flex min-h-9 items-center gap-2 self-end">
      <input type="checkbox" name={name} value="true" defaultChecked={isOn} className="size-5 accent-(--accent)" />
      {label}
    </label>
  );
}

export function ModelFilters({ action, values, makers, capabilities, benchmarks, sorts }: Props) {
  const { q, provider, cap, max, ctx, open, dated } = values;
  const chosen = [q, provider, cap, max, ctx].filter((value) => value !== null).length + Number(open) + Number(dated);
  return (
    <FilterForm action={action} chosen={chosen}>
      <label className="field">
        Search
        <input type="search" name="q" defaultValue={q ?? ""} placeholder="Name, id or maker" className="control" />
      </label>
      <Choice name="provider" label="Maker" value={provider ?? ""} any="All makers" options={makers} />
      <Choice
        name="cap"
        label="Ability"
        value={cap ?? ""}
        any="Any"
        options={capabilities.map((capability) => ({ value: capability, label: capability }))}
      />
      <label className="field">
        Blended at most
        <input
          type="text"
          inputMode="decimal"
          name="max"
          defaultValue={max === null ? "" : String(max)}
          placeholder="$ per 1M"
          className="control"
        />
      </label>
      <Choice name="ctx" label="Context" value={ctx === null ? "" : String(ctx)} any="Any" options={CONTEXTS} />
      <Choice name="score" label="Score shown" value={values.score} options={benchmarks} />
      <Choice name="sort" label="Order" value={values.sort} options={sorts} />
      <Flag name="open" label="Open weights" isOn={open} />
      <Flag name="dated" label="Dated versions" isOn={dated} />
    </FilterForm>
  );
}
