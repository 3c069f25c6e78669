import { WeightFields } from "@/components/models/weight-fields";
import { Choice, Field } from "@/components/ui/fields";
import { PageForm } from "@/components/ui/page-form";
import type { QualityKind } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { hrefOf } from "@/lib/pages/address";
import { routePage } from "@/lib/pages/route";
import { PARAMETER_OF, weightsOf, type RouteValues } from "./weights";

export const TASK_WORDS: Record<RoutingTask, string> = { code: "Code", reasoning: "Reasoning", creative: "Writing", general: "General" };

const TASKS = ROUTING_TASKS.map((value) => ({ value, label: TASK_WORDS[value] }));

const QUALITIES: readonly { value: QualityKind; label: string }[] = [
  { value: "blend", label: "The task's benchmarks" },
  { value: "capability", label: "Ability, from all scores" },
];

/** Acts at once: what is paid for below it always asks for what it shows. */
export function TaskForm({ values }: { values: RouteValues }) {
  return (
    <section aria-labelledby="task" className="card no-print mb-4 p-4">
      <h2 id="task" className="mb-3 text-h2">
        Your own weights
      </h2>
      <PageForm action={routePage.path} address={hrefOf(routePage, values)} className="flex flex-wrap items-end gap-3">
        <Choice name="task" label="What it is for" value={values.task} options={TASKS} />
        <Choice name="by" label="Quality by" value={values.by} options={QUALITIES} />
        <Field
          name="budget"
          label="Blended price at most, $ per 1M"
          inputMode="decimal"
          defaultValue={values.budget ?? ""}
          placeholder="any"
        />
        <Field name="quality" label="Quality at least, 0 to 1" inputMode="decimal" defaultValue={values.quality ?? ""} placeholder="any" />
        <fieldset className="w-full">
          <legend className="mb-1 text-small text-fg-muted">Weights</legend>
          <WeightFields given={weightsOf(values)} names={PARAMETER_OF} />
        </fieldset>
        <button type="submit" className="control control-primary no-js-only">
          Apply
        </button>
      </PageForm>
    </section>
  );
}
