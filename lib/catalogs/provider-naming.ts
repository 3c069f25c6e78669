import type { Company } from "@/lib/domain/models/makers-listings";
import { makerByName } from "@/lib/domain/models/model-maker";
import { companyOf, findProvider, providers, resolveProvider } from "./providers";

const idOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

/** Maps spellings in price sources to ids of the provider table. */
export const providerNaming = {
  idOf,
  companyOf,
  makesModels: (id: string): boolean => findProvider(id)?.kind === "lab",
};

/** Maker of a scored model. For `Z.ai (Zhipu AI)` the part before the bracket is looked up too. */
export const makerNaming = {
  makerOf(organisation: string | null, model: string): string | null {
    const id =
      makerByName(model) ??
      (organisation ? (idOf(organisation) ?? idOf(organisation.replace(/\s*\(.*\)$/, "").split(",")[0] ?? "")) : null);
    return id === null ? null : companyOf(id);
  },
};

export const companies: ReadonlyMap<string, Company> = new Map(
  providers.map(({ id, kind, company, charges }) => [id, { id, kind, company: company ?? id, charges: charges ?? "tokens" }]),
);
