import { datasets, type DatasetName } from "@/lib/datasets";

/** The strictest promise among the datasets an answer reads; null when none has one. */
export function slaOf(names: readonly DatasetName[]): number | null {
  const seconds = names.map((name) => datasets[name].slaSeconds).filter((sla) => sla !== null);
  return seconds.length === 0 ? null : Math.min(...seconds);
}
