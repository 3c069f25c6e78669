import { IntentLink } from "@/components/ui/intent-link";
import type { LeftOut, ModelMap } from "@/lib/domain/models/model-map";
import { formatCount } from "@/lib/domain/pages/format";
import { hrefWith } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { modelMapPage } from "@/lib/pages/model-map";
import type { Measure } from "./words";

const counted = (count: number, one: string, many: string): string => `${formatCount(count)} ${count === 1 ? one : many}`;

function reasonText({ reason, names }: LeftOut, { missing }: Measure): string {
  const { length } = names;
  if (reason === "unsold") return `${counted(length, "is", "are")} sold by no maker whose prices are read`;
  if (reason === "unpriced") return `${counted(length, "has", "have")} no published price`;
  if (reason === "retired") return `${counted(length, "has", "have")} been retired`;
  if (reason === "other-variant") return `${counted(length, "was", "were")} measured on another task set`;
  return `${counted(length, "has", "have")} ${missing}`;
}

interface Props {
  map: ModelMap;
  measure: Measure;
  values: ValuesOf<typeof modelMapPage>;
}

/** Counts what the chart does not show; the names are many, and stand here when they are asked for. */
export function LeftOutModels({ map: { plotted, leftOut }, measure, values }: Props) {
  const out = leftOut.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <div id="left-out" className="mt-4 max-w-[80ch] text-small text-fg-muted">
      <p>
        {formatCount(plotted.length)} of {formatCount(plotted.length + out)} models with a published score are plotted
        {out > 0 && `; ${formatCount(out)} left out: ${leftOut.map((group) => reasonText(group, measure)).join(", ")}`}.{" "}
        {out > 0 && (
          <IntentLink href={`${hrefWith(modelMapPage, values, { out: !values.out })}#left-out`}>
            {values.out ? "Hide their names" : "Name them"}
          </IntentLink>
        )}
      </p>
      {values.out && (
        <dl className="left-out">
          {leftOut.map((group) => (
            <div key={group.reason}>
              <dt>{reasonText(group, measure)}</dt>
              <dd>{group.names.join(", ")}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
