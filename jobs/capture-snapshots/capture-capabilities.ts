import { createHash } from "node:crypto";
import {
  beginCapabilitySpans,
  dropCapabilitySpans,
  endCapabilitySpans,
  listCapabilities,
  listOpenCapabilitySpans,
  type CapabilitySpan,
  type ListedCapability,
} from "@/db/queries/models/scores/capabilities";
import { spanKey } from "@/db/queries/history/spans";
import type { CaptureContext } from "./capture";
import { writeSpans, type SpanStore } from "./write-spans";

const STORE: SpanStore<CapabilitySpan> = {
  listOpen: listOpenCapabilitySpans,
  drop: dropCapabilitySpans,
  end: endCapabilitySpans,
  begin: beginCapabilitySpans,
};

export function capabilitySpanOf(
  { model, makerId, name, ability, low, high, scores, unranked, index }: ListedCapability,
  date: string,
): CapabilitySpan {
  const facts = { name, ability, low, high, scores, isRanked: unranked === null, index: index?.value ?? null };
  const hash = createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
  return { makerId, benchmarkKey: model, firstDate: date, lastDate: null, ...facts, hash };
}

export async function captureCapabilities(context: CaptureContext): Promise<number> {
  const spans = (await listCapabilities(context.db)).map((capability) => capabilitySpanOf(capability, context.date));
  if (spans.length > 0) await writeSpans(context, STORE, new Map(spans.map((span) => [spanKey(span.makerId, span.benchmarkKey), span])));
  return spans.length;
}
