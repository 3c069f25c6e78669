import { decodeText } from "@/lib/sources/decode-text";
import { SourceError, type SourceFault } from "@/lib/sources/http/source";
import type { MakerNaming, ScoreReading, ScoreSourceName, ScoreSource } from "./score-source";
import { epoch } from "./epoch";
import { swebench } from "./swebench";

export const scoreReaders: readonly ScoreSource[] = [swebench, epoch];

export interface ScoreDocument {
  source: ScoreSourceName;
  bytes: Uint8Array;
  contentType: string | null;
}

/** Errors lose their class between threads, so a fault is returned as plain data. */
export type ScoreReadResult = { reading: ScoreReading } | { fault: SourceFault; message: string };

export function readScores({ source, bytes, contentType }: ScoreDocument, naming: MakerNaming): ScoreReadResult {
  try {
    const reader = scoreReaders.find((entry) => entry.name === source);
    if (!reader) throw new SourceError("not_expected", `${source}: no such source`);
    return { reading: reader.read(decodeText(bytes, contentType).text, naming) };
  } catch (error) {
    return { fault: error instanceof SourceError ? error.fault : "parse", message: error instanceof Error ? error.message : String(error) };
  }
}
