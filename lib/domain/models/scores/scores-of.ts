import { groupBy } from "../../basics/group-by";
import { isDatedId } from "./model-versions";

interface Carrier {
  benchmarkKey: string;
}

const providerOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** The dated listing whose scores an undated one carries, by `provider/id` of the undated. */
export function aliasTargets(carriers: ReadonlyMap<string, Carrier>): ReadonlyMap<string, string> {
  const versions = groupBy([...carriers], ([id, { benchmarkKey }]) => `${providerOf(id)}\n${benchmarkKey}`);
  const targets = [...versions.values()].flatMap((carrying) => {
    const ids = carrying.map(([id]) => id);
    const [dated, ...others] = ids.filter(isDatedId);
    return dated === undefined || others.length > 0 ? [] : ids.filter((id) => id !== dated).map((id) => [id, dated] as const);
  });
  return new Map(targets);
}
