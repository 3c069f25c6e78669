import { WeightFields } from "@/components/models/weight-fields";
import { Choice, Field } from "@/components/ui/fields";
import { IntentLink } from "@/components/ui/intent-link";
import { PageForm } from "@/components/ui/page-form";
import { Note } from "@/components/ui/states";
import type { QualityKind } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { ROUTING_PARTS } from "@/lib/domain/models/routing/routing-parts";
import { sumOfWeights, sumsToOne, writtenWeight } from "@/lib/domain/models/routing/routing-weights";
import { hrefWith } from "@/lib/pages/address";
import { routePage } from "@/lib/pages/route";
import { PARAMETER_OF, type RouteValues, type ShownWeights } from "./weights";

export const TASK_WORDS: Record<RoutingTask, string> = { code: "Code", reasoning: "Reasoning", creative: "Writing", general: "General" };

const TASKS = ROUTING_TASKS.map((value) => ({ value, label: TASK_WORDS[value] }));

const QUALITIES: readonly { value: QualityKind; label: string }[] = [
  { value: "blend", label: "The task's benchmarks" },
  { value: "capability", label: "Ability, from all scores" },
];

interface Props {
  values: RouteValues;
  weights: ShownWeights;
}

/** Weights that do not sum to 1 count in proportion, and the page says which those are. */
function WeightNote({ values, weights: { given, used } }: Props) {
  if (used === null || sumsToOne(given)) return null;
  const rounded = Object.fromEntries(ROUTING_PARTS.map((part) => [PARAMETER_OF[part], writtenWeight(used[part])]));
  return (
    <div className="w-full">
      <Note tone="warn">
        <p>
          These weights sum to {Number(sumOfWeights(given).toFixed(3))}, not to 1. They count in proportion:{" "}
          {ROUTING_PARTS.map((part) => `${part} ${used[part].toFixed(3)}`).join(", ")}.{" "}
          <IntentLink href={hrefWith(routePage, values, rounded)} scroll={false} className="text-inherit">
            Write them so
          </IntentLink>
        </p>
      </Note>
    </div>
  );
}

export function TaskForm({ values, weights }: Props) {
  return (
    <section aria-labelledby="task" className="card no-print mb-4 p-4">
      <h2 id="task" className="mb-3 text-h2">
        Your own weights
      </h2>
      <PageForm action={routePage.path} scroll={false} className="flex flex-wrap items-end gap-3">
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
          <legend className="mb-1 text-small text-fg-muted">Weights, which sum to 1</legend>
          <WeightFields given={weights.given} names={PARAMETER_OF}>
            <WeightNote values={values} weights={weights} />
            <button type="submit" className="control control-primary mt-3">
              Apply
            </button>
          </WeightFields>
        </fieldset>
      </PageForm>
    </section>
  );
}
