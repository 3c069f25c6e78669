import { groupBy } from "@/lib/domain/basics/group-by";
import { makerMark, markerPath, OTHER } from "../marks";

interface Made {
  makerId: string;
  maker: string;
}

export interface Maker {
  id: string;
  name: string;
  count: number;
}

/** Makers with most models first. */
export function makersOf(models: readonly Made[]): Maker[] {
  const groups = [...groupBy(models, ({ makerId }) => makerId)];
  const makers = groups.map(([id, own]) => ({ id, name: own[0]?.maker ?? id, count: own.length }));
  return makers.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, "en"));
}

/** Makers whose marks are the same in every picture, in the order of the marks. */
const OWNERS: readonly string[] = ["openai", "alibaba", "anthropic", "google", "mistral", "zai", "xai", "deepseek"];

/** Marks of the chosen makers, or else of all. A mark whose owner is not among them goes to another, those with most models first. */
export function marksOf(models: readonly Made[], chosen: readonly string[] | null = null): ReadonlyMap<string, number> {
  const ids = makersOf(models).flatMap(({ id }) => (chosen === null || chosen.includes(id) ? [id] : []));
  const free = OWNERS.flatMap((owner, mark) => (ids.includes(owner) ? [] : [mark]));
  const marked = ids.map((id) => [id, OWNERS.includes(id) ? OWNERS.indexOf(id) : (free.shift() ?? OTHER)] as const);
  return new Map(marked.filter(([, mark]) => mark !== OTHER));
}

export const markOf = (marks: ReadonlyMap<string, number>, makerId: string): number => marks.get(makerId) ?? OTHER;

/** A mark alone, in a square of 12. */
export function MarkShape({ mark }: { mark: number }) {
  const { color, marker } = makerMark(mark);
  return <path d={markerPath(marker, 6, 6, 4.5)} fill={color} />;
}

export const MarkSign = ({ mark }: { mark: number }) => (
  <svg aria-hidden viewBox="0 0 12 12" width="12" height="12">
    <MarkShape mark={mark} />
  </svg>
);

/** Whose marks these are, where makers are not chosen by them. */
export function MakerLegend({ models, marks }: { models: readonly Made[]; marks: ReadonlyMap<string, number> }) {
  const makers = makersOf(models);
  const others = makers.length - marks.size;
  return (
    <ul className="chart-legend maker-legend">
      {makers
        .filter(({ id }) => marks.has(id))
        .map(({ id, name }) => (
          <li key={id}>
            <MarkSign mark={markOf(marks, id)} />
            {name}
          </li>
        ))}
      {others > 0 && (
        <li>
          <MarkSign mark={OTHER} />
          {others} {others === 1 ? "other" : "others"}
        </li>
      )}
    </ul>
  );
}
