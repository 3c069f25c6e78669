import type { Db } from "@/db/client";
import { listAttentionDay } from "@/db/queries/attention/attention";
import { listGpuDay } from "@/db/queries/gpu/gpu";
import { findSnapshot, listCrawlerSnapshot, listStatusSnapshot, type SnapshotRecord } from "@/db/queries/history/history";
import { listListingsOn, type ListingSpan } from "@/db/queries/history/listing-history";
import { listCapabilitiesOn } from "@/db/queries/models/scores/capabilities";
import { listScoresOn } from "@/db/queries/models/scores/score-history";
import { gpuModels } from "@/lib/catalogs/gpu-pricing";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { modelLabel } from "@/lib/domain/models/model-label";
import { scoresByModel } from "@/lib/domain/models/scores/scores-by-model";
import type { SnapshotType } from "@/lib/domain/history/history-spans";
import { ApiError } from "@/lib/errors";
import { toAttention } from "@/lib/schemas/attention";
import type { SnapshotData } from "@/lib/schemas/history/snapshot";

interface SnapshotRequest {
  db: Db;
  snapshot: SnapshotRecord;
  scope: "makers" | "all";
}

type Reader<Type extends SnapshotType> = (request: SnapshotRequest) => Promise<SnapshotData[Type]>;

const nameOf = ({ providerId, modelId, name }: ListingSpan) => ({ provider: providerId, id: modelId, name: modelLabel(name) });

const readPricing: Reader<"pricing"> = async ({ db, snapshot: { date }, scope }) => {
  const models = (await listListingsOn(db, { date, scope })).flatMap((span) => {
    const { inputPrice, outputPrice, cachedInputPrice, isFreeListing, priceSource } = span;
    if (inputPrice === null || outputPrice === null) return [];
    return [
      {
        ...nameOf(span),
        inputPrice,
        outputPrice,
        cachedInputPrice,
        ...(isFreeListing ? { freeListing: true as const } : {}),
        source: priceSource,
      },
    ];
  });
  return { currency: "USD", unit: "per 1M tokens", count: models.length, models };
};

const readModels: Reader<"models"> = async ({ db, snapshot: { date }, scope }) => {
  const models = (await listListingsOn(db, { date, scope })).map((span) => {
    const { contextWindow, maxOutputTokens, tier, capabilities, isOpenWeights, released, deprecationDate, status } = span;
    return {
      ...nameOf(span),
      contextWindow,
      maxOutputTokens,
      tier,
      capabilities,
      openSource: isOpenWeights,
      released,
      deprecationDate,
      status,
    };
  });
  return { count: models.length, models };
};

const readBenchmarks: Reader<"benchmarks"> = async ({ db, snapshot: { date } }) => {
  const models = scoresByModel(await listScoresOn(db, date)).map(({ name, makerId, scores }) => ({
    model: modelLabel(name),
    provider: providerName(makerId),
    providerId: makerId,
    scores,
  }));
  return { count: models.length, models };
};

const readCapability: Reader<"capability"> = async ({ db, snapshot: { date } }) => {
  const models = (await listCapabilitiesOn(db, date)).map(({ name, makerId, ability, low, high, scores, isRanked, index }) => ({
    model: modelLabel(name),
    provider: providerName(makerId),
    providerId: makerId,
    ability,
    low,
    high,
    score_count: scores,
    ranked: isRanked,
    eci: index,
  }));
  return { count: models.length, models };
};

const readStatus: Reader<"status"> = async ({ db, snapshot: { date } }) => {
  const services = (await listStatusSnapshot(db, date)).map(({ name, provider, status, checkedAt }) => ({
    name,
    provider,
    status,
    lastChecked: checkedAt?.toISOString() ?? null,
  }));
  return { count: services.length, services };
};

const readAgentActivity: Reader<"agent-activity"> = async ({ db, snapshot: { date } }) => {
  const rows = await listCrawlerSnapshot(db, date);
  return {
    window_hours: 24,
    total: rows.reduce((sum, { hits }) => sum + hits, 0),
    by_bot: Object.fromEntries(rows.map(({ bot, hits }) => [bot, hits])),
  };
};

const readAttention: Reader<"attention"> = async ({ db, snapshot: { date, takenAt } }) =>
  toAttention(
    (await listAttentionDay(db, date)).map((row) => ({ ...row, id: row.provider })),
    takenAt,
    providerName,
  );

const readGpus: Reader<"gpu"> = async ({ db, snapshot: { date } }) => {
  const gpus = (
    await listGpuDay(
      db,
      date,
      gpuModels.map(({ id }) => id),
    )
  ).map((row) => ({
    gpu: row.gpu,
    cheapest_on_demand_usd_hr: row.cheapestOnDemandUsdHour,
    cheapest_on_demand_provider: row.cheapestOnDemandProvider,
    cheapest_spot_usd_hr: row.cheapestSpotUsdHour,
    cheapest_spot_provider: row.cheapestSpotProvider,
    provider_count: row.providerCount,
    total_offers: row.totalOffers,
  }));
  return { count: gpus.length, gpus };
};

const READERS: { [Type in SnapshotType]: Reader<Type> } = {
  pricing: readPricing,
  models: readModels,
  benchmarks: readBenchmarks,
  capability: readCapability,
  status: readStatus,
  "agent-activity": readAgentActivity,
  attention: readAttention,
  gpu: readGpus,
};

interface SnapshotQuery<Type extends SnapshotType = SnapshotType> {
  date: string;
  type: Type;
  /** Whether listings at hosts, clouds and aggregators are part of prices and models. */
  include?: "hosts" | undefined;
}

interface ReadSnapshot<Type extends SnapshotType = SnapshotType> {
  capturedAt: Date;
  data: SnapshotData[Type];
}

/** Throws `snapshot_not_found` for a day that was not captured. */
export async function readSnapshot<Type extends SnapshotType>(
  db: Db,
  { date, type, include }: SnapshotQuery<Type>,
): Promise<ReadSnapshot<Type>> {
  const snapshot = await findSnapshot(db, date, type);
  if (!snapshot) throw new ApiError("snapshot_not_found", `There is no ${type} snapshot of ${date}.`, { date, snapshot_type: type });
  const read: Reader<Type> = READERS[type];
  return { capturedAt: snapshot.capturedAt, data: await read({ db, snapshot, scope: include === "hosts" ? "all" : "makers" }) };
}
