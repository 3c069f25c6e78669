import type { Statement } from "@/lib/domain/models/retirements/retirement";
import { decodeText } from "@/lib/sources/decode-text";
import { SourceError } from "@/lib/sources/http/source";
import { azurePage } from "./azure";
import { bedrockPages } from "./bedrock";
import { aimlapiFeed, deprecationsInfo } from "./feeds";
import { googlePage } from "./google";
import { hostPages } from "./hosts";
import { openaiList, openaiPage } from "./openai";
import type { RetirementSource } from "./retirement-source";

/** Sources that say when hosts end their models, beside the price lists. */
export const retirementSources: readonly RetirementSource[] = [
  openaiPage,
  openaiList,
  googlePage,
  azurePage,
  ...bedrockPages,
  ...hostPages,
  aimlapiFeed,
  deprecationsInfo,
];

export interface RetirementDocument {
  source: string;
  bytes: Uint8Array;
  contentType: string | null;
  today: string;
}

/** Throws a SourceError when the document does not read as what it should be. */
export function readRetirements({ source, bytes, contentType, today }: RetirementDocument): Statement[] {
  const reader = retirementSources.find(({ key }) => key === source);
  if (!reader) throw new SourceError("not_expected", `${source}: no such source`);
  return reader.read(decodeText(bytes, contentType).text, { today });
}
