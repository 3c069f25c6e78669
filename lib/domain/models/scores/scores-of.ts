import { groupBy } from "../../basics/group-by";
import { isDatedId } from "./model-versions";

interface Carrier {
  benchmarkKey: string;
}

const providerOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** By `provider/id` of an undated listing: the dated listing whose scores it carries. */
export function aliasTargets(carriers: ReadonlyMap<string, Carrier>): ReadonlyMap<string, string> {
  const versions = groupBy([...carriers], ([id, { benchmarkKey }]) => `${providerOf(id)}\n${benchmarkKey}`);
  const targets = [...versions.values()].flatMap((carrying) => {
    const ids = carrying.map(([id]) => id);
    const [dated, ...others] = ids.filter(isDatedId);
    return dated === undefined || others.length > 0 ? [] : ids.filter((id) => id !== dated).map((id) => [id, dated] as const);
  });
  return new Map(targets);
}
