import { createHash } from "node:crypto";
import { listScoredModels } from "@/db/queries/models/scores/benchmarks";
import {
  beginScoreSpans,
  dropScoreSpans,
  endScoreSpans,
  listOpenScoreSpans,
  type ScoreSpan,
} from "@/db/queries/models/scores/score-history";
import { spanKey } from "@/db/queries/history/spans";
import type { ScoredModel } from "@/lib/domain/models/scores/merge-scores";
import type { CaptureContext } from "./capture";
import { writeSpans, type SpanStore } from "./write-spans";

const STORE: SpanStore<ScoreSpan> = { listOpen: listOpenScoreSpans, drop: dropScoreSpans, end: endScoreSpans, begin: beginScoreSpans };

export function scoreSpansOf({ key, name, makerId, scores }: ScoredModel, date: string): ScoreSpan[] {
  return Object.entries(scores).map(([benchmark, report]) => {
    const facts = {
      name,
      makerId,
      score: report.value,
      kind: report.kind,
      variant: report.variant,
      source: report.source,
      sourceUrl: report.sourceUrl,
      sourceDate: report.date,
    };
    const hash = createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
    return { benchmarkKey: key, benchmark, firstDate: date, lastDate: null, ...facts, hash };
  });
}

export async function captureScores(context: CaptureContext): Promise<number> {
  const spans = (await listScoredModels(context.db)).flatMap((model) => scoreSpansOf(model, context.date));
  if (spans.length > 0) await writeSpans(context, STORE, new Map(spans.map((span) => [spanKey(span.benchmarkKey, span.benchmark), span])));
  return spans.length;
}
