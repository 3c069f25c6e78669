import { normaliseModelKey, withoutDate } from "@/lib/domain/models/resolve-model";
import type { benchmarks } from "@/lib/endpoints/benchmarks";
import type { AnswerOf } from "@/lib/pages/answer";

export type Scores = AnswerOf<typeof benchmarks>;
export type Scored = Scores["models"][number];
export type BenchmarkId = keyof Scored["details"];

export const keyOf = (text: string): string => withoutDate(normaliseModelKey(text));

interface Listed {
  providerId: string;
  model: { id: string; maker: string | null };
}

/** The scores of a model, by its own listing or by the name that all its listings share. */
export function scoreEntryOf({ model, providerId }: Listed, { models: scored }: Scores): Scored | undefined {
  const maker = model.maker ?? providerId;
  const own = scored.filter((entry) => entry.providerId === maker);
  return own.find(({ id }) => id === model.id) ?? own.find(({ id, model: name }) => keyOf(id ?? name) === keyOf(model.id));
}
