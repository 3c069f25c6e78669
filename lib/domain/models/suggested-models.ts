interface Listed {
  id: string;
  tier: string | null;
  blendedPrice: number | null;
  freeListing?: true | undefined;
  released: string | null;
  deprecationDate: string | null;
  status: string;
  benchmark_scores: Readonly<Record<string, number>>;
}

interface Maker {
  id: string;
  models: readonly Listed[];
}

const isChoice = ({ tier, blendedPrice, freeListing, deprecationDate, status, benchmark_scores: scores }: Listed): boolean =>
  tier === "flagship" &&
  blendedPrice !== null &&
  blendedPrice > 0 &&
  !freeListing &&
  deprecationDate === null &&
  status === "active" &&
  Object.keys(scores).length > 0;

/** For a reader who named no model: the newest flagship with a score of each of the first makers, the shortest id where several are as new. */
export function suggestedModels(makers: readonly Maker[], makerIds: readonly string[], count: number): string[] {
  const byId = new Map(makers.map((maker) => [maker.id, maker]));
  return makerIds
    .flatMap((makerId) => {
      const [newest] = (byId.get(makerId)?.models ?? [])
        .filter(isChoice)
        .toSorted(
          (a, b) => (b.released ?? "").localeCompare(a.released ?? "", "en") || a.id.length - b.id.length || a.id.localeCompare(b.id, "en"),
        );
      return newest ? [`${makerId}/${newest.id}`] : [];
    })
    .slice(0, count);
}
