import type { RetirementPrecision } from "../../models/retirements/retirement";
import type { Change } from "./change-event";

/** An end that was announced, or a day that moved, in one line of a list of changes. */
export interface RetirementLine {
  event: "announced" | "moved";
  /** Its id at the provider. */
  model: string;
  provider: string;
  retires_on: string | null;
  precision: RetirementPrecision;
  moved_from: string | null;
  replacements: string[];
  at: string;
}

export function retirementLine({ provider, at, facts }: Pick<Change, "provider" | "at" | "facts">): RetirementLine[] {
  if (facts.kind !== "retirement_announced" && facts.kind !== "retirement_moved") return [];
  const { modelId: model, retiresOn, precision, replacement, options } = facts;
  return [
    {
      event: facts.kind === "retirement_moved" ? "moved" : "announced",
      model,
      provider: provider ?? "",
      retires_on: retiresOn,
      precision,
      moved_from: facts.kind === "retirement_moved" ? facts.from : null,
      replacements: replacement === null ? options : [replacement],
      at: at.toISOString(),
    },
  ];
}
