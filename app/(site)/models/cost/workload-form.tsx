import { ModelField } from "@/components/models/model-field";
import { Choice as Select, Field } from "@/components/ui/fields";
import { IntentLink } from "@/components/ui/intent-link";
import { PageForm } from "@/components/ui/page-form";
import type { ProjectionHorizon } from "@/lib/domain/models/cost-projection";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import { costPage } from "@/lib/pages/cost";
import { modelPage } from "@/lib/pages/model";
import { tokensText } from "@/lib/pages/parameters";
import { isListed, type Choice } from "../chosen-models";
import type { CostValues } from "./costs";

export const HORIZON_WORDS: Record<ProjectionHorizon, string> = { daily: "day", weekly: "week", monthly: "month", yearly: "year" };

const HORIZONS: readonly { value: ProjectionHorizon; label: string }[] = [
  { value: "daily", label: "A day" },
  { value: "weekly", label: "A week" },
  { value: "monthly", label: "A month of 30 days" },
  { value: "yearly", label: "A year of 365 days" },
];

/** Invented workloads to begin with. */
const EXAMPLES = [
  { name: "Support chat", in: 2_000_000, out: 500_000, cached: 0 },
  { name: "Coding agent", in: 50_000_000, out: 1_000_000, cached: 80 },
  { name: "Document summaries", in: 20_000_000, out: 400_000, cached: 0 },
  { name: "Long texts", in: 500_000, out: 2_000_000, cached: 0 },
] as const;

const Tokens = ({ name, label, value }: { name: string; label: string; value: number }) => (
  <Field name={name} label={label} defaultValue={tokensText(value)} placeholder="250k, 1.5M" />
);

interface Props {
  values: CostValues;
  choice: Choice | null;
  asked: readonly string[];
}

function Chosen({ asked, choice }: Pick<Props, "asked" | "choice">) {
  if (asked.length === 0) return null;
  // What is listed is named by its name; a name that nothing has stays in the form as it was typed.
  const boxes = choice
    ? choice.chosen.map((entry) =>
        isListed(entry) ? { id: entry.key, name: entry.name } : { id: entry.asked, name: `${entry.asked} (not found)` },
      )
    : asked.map((id) => ({ id, name: id }));
  return (
    <fieldset className="chosen">
      <legend className="mb-1 text-small text-fg-muted">Models; untick one to leave it out</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {boxes.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 [overflow-wrap:anywhere]">
            <input type="checkbox" name="ids" value={id} defaultChecked className="size-5 shrink-0 accent-(--accent)" />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A GET form, so that the address holds the workload and the server makes the sum. A script asks at once. */
export function WorkloadForm({ values, choice, asked }: Props) {
  const names = asked.length === 0 ? "Your own models, with commas between" : "Add models, with commas between";
  return (
    <section aria-labelledby="workload" className="card no-print mb-4 p-4">
      <h2 id="workload" className="mb-3 text-h2">
        Your tokens
      </h2>
      <PageForm action={costPage.path} address={hrefOf(costPage, values)} className="workload">
        <Tokens name="in" label="Input tokens a day" value={values.in} />
        <Tokens name="out" label="Output tokens a day" value={values.out} />
        <Field type="number" name="cached" label="Input from the cache, %" defaultValue={values.cached} min={0} max={100} />
        <Select name="horizon" label="Total for" value={values.horizon} options={HORIZONS} />
        <div className="names">
          <ModelField key={asked.join()} label={names} pagePath={modelPage.path} placeholder="gpt-5, claude opus 4.5" />
          <button type="submit" className="control js-only">
            {asked.length === 0 ? "Show these" : "Add"}
          </button>
          <button type="submit" className="control control-primary no-js-only">
            Calculate
          </button>
        </div>
        <Chosen asked={asked} choice={choice} />
      </PageForm>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small">
        <span className="leading-6 text-fg-muted">For example:</span>
        {EXAMPLES.map(({ name, in: input, out: output, cached }) => (
          <IntentLink key={name} href={hrefWith(costPage, values, { in: input, out: output, cached })} scroll={false} className="leading-6">
            {name}, {tokensText(input)} in, {tokensText(output)} out{cached > 0 && `, ${cached} % cached`}
          </IntentLink>
        ))}
      </p>
    </section>
  );
}
