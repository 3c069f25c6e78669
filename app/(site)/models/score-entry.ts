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

/** The scores of a model: those of its own listing, or of the dated one that its id stands for. */
export function scoreEntryOf({ model, providerId }: Listed, { models: scored }: Scores): Scored | undefined {
  const maker = model.maker ?? providerId;
  return scored.find((entry) => entry.providerId === maker && entry.ids.includes(model.id));
}
