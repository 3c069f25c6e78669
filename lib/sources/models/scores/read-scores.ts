import { makerNaming } from "@/lib/catalogs/provider-naming";
import { decodeText } from "@/lib/sources/decode-text";
import { SourceError } from "@/lib/sources/http/source";
import type { ScoreReading, ScoreSourceName, ScoreSource } from "./score-source";
import { epoch } from "./epoch";
import { epochIndex } from "./epoch-index";
import { swebench } from "./swebench";

export const scoreReaders: readonly ScoreSource[] = [swebench, epoch, epochIndex];

export interface ScoreDocument {
  source: ScoreSourceName;
  bytes: Uint8Array;
  contentType: string | null;
}

export function readScores({ source, bytes, contentType }: ScoreDocument): ScoreReading {
  const reader = scoreReaders.find((entry) => entry.name === source);
  if (!reader) throw new SourceError("not_expected", `${source}: no such source`);
  return reader.read(decodeText(bytes, contentType).text, makerNaming);
}
