/** What the answers of a tool call say of their age and their sources. */
export interface Provenance {
  capturedAt: string | null;
  isStale: boolean;
  sources: { name: string; url: string }[];
}

export type Body = Record<string, unknown>;

const isSource = (value: unknown): value is { name: string; url: string } =>
  typeof value === "object" && value !== null && "name" in value && "url" in value;

/** Sources stand in a list of the answer, or by dataset. */
function sourcesOf({ sources, attribution }: Body): Provenance["sources"] {
  const lists = [sources, ...(typeof attribution === "object" && attribution ? Object.values(attribution) : [])];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isSource) : [])).map(({ name, url }) => ({ name, url }));
}

interface Age {
  captured: string | null;
  isStale: boolean;
}

/** Paid answers say whether they are fresh; free ones how old they may become. */
function ageOf({ freshness, captured_at: capturedAt, stale_after_seconds: after }: Body, now: Date): Age {
  const paid = freshness as { as_of?: string | null; fresh?: boolean } | undefined;
  const captured = (paid ? paid.as_of : (capturedAt as string | null | undefined)) ?? null;
  const isOver = typeof after === "number" && captured !== null && now.getTime() - Date.parse(captured) > after * 1000;
  return { captured, isStale: paid?.fresh === false || isOver };
}

/** Sums up several answers: the oldest time, whether any is stale, and all sources. */
export function provenanceOf(bodies: readonly Body[], now: Date): Provenance {
  const ages = bodies.map((body) => ageOf(body, now));
  const [oldest = null] = ages.flatMap(({ captured }) => captured ?? []).toSorted();
  const sources = new Map(bodies.flatMap(sourcesOf).map((source) => [source.name, source]));
  return { capturedAt: oldest, isStale: ages.some(({ isStale }) => isStale), sources: [...sources.values()] };
}
