import { makersOf, markOf, MarkSign } from "@/components/charts/scatter/maker-marks";
import { IntentLink } from "@/components/ui/intent-link";
import type { MapModel } from "@/lib/domain/models/model-map";
import { hrefWith } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { modelMapPage } from "@/lib/pages/model-map";

type Values = ValuesOf<typeof modelMapPage>;
type MakerId = NonNullable<Values["provider"]>[number];

interface Props {
  /** Models of all makers that could be plotted. */
  all: readonly MapModel[];
  marks: ReadonlyMap<string, number>;
  values: Values;
}

/** Legend and filter in one: a link adds its maker to the chosen ones, or takes it away. */
export function MakerChoice({ all, marks, values }: Props) {
  const chosen: readonly MakerId[] = values.provider ?? [];
  const toggled = (id: MakerId): MakerId[] | null => {
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
    return next.length === 0 ? null : next;
  };
  return (
    <div role="group" aria-label="Makers" className="maker-choice">
      <IntentLink
        href={hrefWith(modelMapPage, values, { provider: null })}
        aria-current={chosen.length === 0 ? "true" : undefined}
        scroll={false}
      >
        All makers
      </IntentLink>
      {makersOf(all).map(({ id, name, count }) => {
        const isChosen = chosen.includes(id as MakerId);
        return (
          <IntentLink
            key={id}
            href={hrefWith(modelMapPage, values, { provider: toggled(id as MakerId) })}
            aria-current={isChosen ? "true" : undefined}
            scroll={false}
          >
            {(chosen.length === 0 || isChosen) && <MarkSign mark={markOf(marks, id)} />}
            {name} {count}
          </IntentLink>
        );
      })}
    </div>
  );
}
