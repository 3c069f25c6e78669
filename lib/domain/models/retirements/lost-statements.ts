import { isPast, retirementKey, type Statement } from "./retirement";

const TOLERATED_LOSS = 0.5;
const FEW = 2;

/** Whether most coming ends are missing. Then the page was read in part, and nothing was withdrawn. */
export function hasLostMost(known: readonly Statement[], read: readonly Statement[], today: string): boolean {
  const present = new Set(read.map(retirementKey));
  const ahead = known.filter(({ retiresOn }) => retiresOn !== null && !isPast(retiresOn, today));
  const lost = ahead.filter((one) => !present.has(retirementKey(one))).length;
  return lost > FEW && lost > ahead.length * TOLERATED_LOSS;
}
