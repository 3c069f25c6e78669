import { makerByName, namespacesOf } from "@/lib/domain/model-maker";
import type { ProviderNaming } from "./pricing-source";

/** By the name, else by the organisation in the id, else the seller itself where it is a maker. */
export function makerOf(modelId: string, providerId: string, naming: ProviderNaming): string | null {
  const named = makerByName(modelId);
  if (named) return named;
  for (const namespace of namespacesOf(modelId).toReversed()) {
    const known = naming.idOf(namespace);
    if (known) return naming.companyOf(known);
  }
  return naming.makesModels(providerId) ? naming.companyOf(providerId) : null;
}
