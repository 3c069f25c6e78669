import { makerByName } from "@/lib/domain/models/model-maker";
import { companyOf, findProvider, providers, resolveProvider } from "./providers";

const idOf = (key: string): string | null => resolveProvider(key).provider?.id ?? null;

/** How readers of prices turn a source's spellings into ids of the table. */
export const providerNaming = {
  idOf,
  companyOf,
  makesModels: (id: string): boolean => findProvider(id)?.kind === "lab",
};

/** How readers of scores find the maker: `Z.ai (Zhipu AI)` is known by what stands before the bracket. */
export const makerNaming = {
  makerOf(organisation: string | null, model: string): string | null {
    const named =
      makerByName(model) ??
      (organisation ? (idOf(organisation) ?? idOf(organisation.replace(/\s*\(.*\)$/, "").split(",")[0] ?? "")) : null);
    return named === null ? null : companyOf(named);
  },
};

export const companies: ReadonlyMap<string, { id: string; company: string; kind: string }> = new Map(
  providers.map(({ id, kind, company }) => [id, { id, kind, company: company ?? id }]),
);
