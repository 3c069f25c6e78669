import { markerPath, MARKS } from "@/components/charts/marks";
import { IntentLink } from "@/components/ui/intent-link";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { MapModel } from "@/lib/domain/models/model-map";
import { hrefWith } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { modelMapPage } from "@/lib/pages/model-map";

type Values = ValuesOf<typeof modelMapPage>;
type MakerId = NonNullable<Values["provider"]>[number];

/** The last mark is for all makers that have none of their own. */
const OTHER = MARKS.length - 1;

interface Maker {
  id: string;
  name: string;
  count: number;
}

function makersOf(models: readonly MapModel[]): Maker[] {
  const groups = [...groupBy(models, ({ makerId }) => makerId)];
  const makers = groups.map(([id, own]) => ({ id, name: own[0]?.maker ?? id, count: own.length }));
  return makers.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, "en"));
}

/** The chosen makers have marks of their own, or else those with most models. */
export function marksOf(models: readonly MapModel[], chosen: readonly string[] | null): ReadonlyMap<string, number> {
  const ranked = makersOf(models).filter(({ id }) => chosen === null || chosen.includes(id));
  return new Map(ranked.slice(0, OTHER).map(({ id }, mark) => [id, mark]));
}

export const markOf = (marks: ReadonlyMap<string, number>, makerId: string): number => marks.get(makerId) ?? OTHER;

function Sign({ mark }: { mark: number }) {
  const { color, marker } = MARKS[mark] ?? MARKS[0];
  return (
    <svg aria-hidden viewBox="0 0 12 12" width="12" height="12">
      <path d={markerPath(marker, 6, 6, 4.5)} fill={color} />
    </svg>
  );
}

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
    <nav aria-label="Makers" className="maker-choice">
      <IntentLink href={hrefWith(modelMapPage, values, { provider: null })} aria-current={chosen.length === 0 ? "true" : undefined}>
        All makers
      </IntentLink>
      {makersOf(all).map(({ id, name, count }) => {
        const isChosen = chosen.includes(id as MakerId);
        return (
          <IntentLink
            key={id}
            href={hrefWith(modelMapPage, values, { provider: toggled(id as MakerId) })}
            aria-current={isChosen ? "true" : undefined}
          >
            {(chosen.length === 0 || isChosen) && <Sign mark={markOf(marks, id)} />}
            {name} {count}
          </IntentLink>
        );
      })}
    </nav>
  );
}
