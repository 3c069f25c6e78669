import { flagshipOf, type AbilityRange } from "./flagship";

interface Listed {
  id: string;
  tier: string | null;
  blendedPrice: number | null;
  freeListing?: true | undefined;
  released: string | null;
  deprecationDate: string | null;
  status: string;
}

interface Maker {
  id: string;
  models: readonly Listed[];
}

const isChoice = ({ tier, freeListing, deprecationDate, status }: Listed): boolean =>
  tier === "flagship" && !freeListing && deprecationDate === null && status === "active";

/** For a reader who named no model: the flagship of each of the first makers that sell one. */
export function suggestedModels(
  makers: readonly Maker[],
  makerIds: readonly string[],
  count: number,
  abilityOf: (key: string) => AbilityRange | undefined,
): string[] {
  const byId = new Map(makers.map((maker) => [maker.id, maker]));
  return makerIds
    .flatMap((makerId) => {
      const sold = (byId.get(makerId)?.models ?? [])
        .filter(isChoice)
        .flatMap(({ id, released, blendedPrice: blended }) => (blended !== null && blended > 0 ? [{ id, released, blended }] : []));
      const flagship = flagshipOf(sold, (id) => abilityOf(`${makerId}/${id}`));
      return flagship ? [`${makerId}/${flagship.id}`] : [];
    })
    .slice(0, count);
}
