export const CORROBORATION_BANDS = ["single", "limited", "broad"] as const;

export type CorroborationBand = (typeof CORROBORATION_BANDS)[number];

const LIMITED_FROM = 2;
const BROAD_FROM = 4;

/** By distinct domains that told a story. */
export function corroborationBand(sourceCount: number): CorroborationBand {
  if (sourceCount >= BROAD_FROM) return "broad";
  return sourceCount >= LIMITED_FROM ? "limited" : "single";
}
