import { inTransaction } from "@/db/client";
import { listAttentionFacts, listNamings, saveAttentionDay } from "@/db/queries/attention/attention";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { listHitsByBot } from "@/db/queries/agents/crawlers";
import { captureGpuDay } from "@/db/queries/gpu/gpu";
import { saveCrawlerSnapshot, saveStatusSnapshot } from "@/db/queries/history/history";
import { listStatusServices } from "@/db/queries/status/status";
import { providerOfBot } from "@/lib/catalogs/crawlers";
import { gpuModels } from "@/lib/catalogs/gpu-pricing";
import { statusPages } from "@/lib/catalogs/status-pages";
import { datasets } from "@/lib/datasets";
import { attentionCounts, windowsOf } from "@/lib/domain/attention/attention-counts";
import { attentionIndex } from "@/lib/domain/attention/attention-index";
import { isKnownCrawlerLabel } from "@/lib/domain/agents/match-crawler";
import type { SnapshotType } from "@/lib/domain/history/history-spans";
import type { Capture, CaptureContext } from "./capture";
import { captureCapabilities } from "./capture-capabilities";
import { captureListings, captureModels } from "./capture-listings";
import { captureScores } from "./capture-scores";
import { DAY_MS } from "@/lib/domain/basics/time";

async function captureStatus({ db, date }: CaptureContext): Promise<number> {
  const stateOf = new Map((await listStatusServices(db)).map((service) => [service.service, service]));
  const rows = statusPages.flatMap(({ id, name, provider }) => {
    const service = stateOf.get(id);
    return service ? [{ date, service: id, name, provider, status: service.state, checkedAt: service.checkedAt }] : [];
  });
  await saveStatusSnapshot(db, rows);
  return rows.length;
}

async function captureAgentActivity({ db, date, now }: CaptureContext): Promise<number> {
  const hits = await listHitsByBot(db, new Date(now.getTime() - DAY_MS));
  const rows = hits.filter(({ bot }) => isKnownCrawlerLabel(bot)).map(({ bot, hits: count }) => ({ date, bot, hits: count }));
  await saveCrawlerSnapshot(db, rows);
  return rows.length;
}

/** Without the news nothing is captured. */
async function captureAttention({ db, date, now, capturedAt }: CaptureContext): Promise<number> {
  const namings = await listNamings(db, windowsOf(now).full);
  const index = attentionIndex(attentionCounts(await listAttentionFacts(db, now, namings), providerOfBot));
  if (index.every(({ news7d }) => news7d === null)) return 0;
  await inTransaction(db, async (tx) => {
    await saveAttentionDay(
      tx,
      index.map(({ id, ...entry }) => ({ date, provider: id, ...entry })),
    );
    await recordSourceOutcomes(tx, [
      { source: "attention/daily-index", dataset: "attention", at: capturedAt, fault: null, itemCount: index.length },
    ]);
  });
  return index.length;
}

function captureGpus({ db, date, now, capturedAt }: CaptureContext): Promise<number> {
  const readSince = new Date(now.getTime() - datasets.gpu_prices.slaSeconds * 1000);
  return inTransaction(db, (tx) => captureGpuDay(tx, { date, now: capturedAt, readSince, models: gpuModels }));
}

export const captures: Readonly<Record<SnapshotType, Capture>> = {
  pricing: { dataset: "models", capture: captureListings },
  models: { dataset: "models", capture: captureModels },
  benchmarks: { dataset: "benchmarks", capture: captureScores },
  capability: { dataset: "benchmarks", mayBeEmpty: true, capture: captureCapabilities },
  status: { dataset: "provider_status", capture: captureStatus },
  "agent-activity": { dataset: null, capture: captureAgentActivity },
  attention: { dataset: "news", capture: captureAttention },
  gpu: { dataset: "gpu_prices", capture: captureGpus },
};
