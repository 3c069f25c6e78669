import { Choice, Field, Flag, type Option, optionsOf, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";

interface Values {
  q: string | null;
  provider: string | null;
  cap: string | null;
  max: number | null;
  ctx: number | null;
  input: number | null;
  open: boolean;
  dated: boolean;
  score: string;
  /** The order as the address says it: `input.asc`. */
  sort: string;
}

interface Props {
  action: string;
  /** The address that the fields show. */
  address: string;
  /** Whether the list has a column of scores. */
  hasScore: boolean;
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

export function ModelFilters({ action, address, hasScore, values, makers, capabilities, benchmarks, sorts }: Props) {
  const { q, provider, cap, max, ctx, input, open, dated } = values;
  const chosen = [q, provider, cap, max, ctx, input].filter((value) => value !== null).length + Number(open) + Number(dated);
  return (
    <FilterForm action={action} address={address} chosen={chosen} kept={hasScore ? {} : { score: values.score }}>
      <Words value={q} placeholder="Name, id or maker" />
      <Choice name="provider" label="Maker" value={provider ?? ""} any="All makers" options={makers} />
      <Choice name="cap" label="Ability" value={cap ?? ""} any="Any" options={optionsOf(capabilities)} />
      <Field name="max" label="Blended at most" inputMode="decimal" defaultValue={max ?? ""} placeholder="$ per 1M" />
      <Choice name="ctx" label="Context" value={ctx === null ? "" : String(ctx)} any="Any" options={CONTEXTS} />
      <Choice name="input" label="Most input" value={input === null ? "" : String(input)} any="Any" options={CONTEXTS} />
      {hasScore && <Choice name="score" label="Score shown" value={values.score} options={benchmarks} />}
      <Choice name="sort" label="Order" value={values.sort} options={sorts} />
      <Flag name="open" label="Open weights" isOn={open} />
      <Flag name="dated" label="Dated versions" isOn={dated} />
    </FilterForm>
  );
}
