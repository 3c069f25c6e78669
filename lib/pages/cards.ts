import { rankedAbilities } from "@/lib/domain/models/capability/ranked-ability";
import { ABILITY_AXIS } from "@/lib/domain/models/model-map";
import { commonVariant, rankedScore } from "@/lib/domain/models/scores/common-variant";
import { TYPICAL_CALL_WORDS, typicalCost } from "@/lib/domain/models/typical-call";
import { formatCallCost, formatScore, formatTokens, formatUptime } from "@/lib/domain/pages/format";
import { capability } from "@/lib/endpoints/capability";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { status } from "@/lib/endpoints/status";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { answerOrRefusal } from "./answer";
import type { Card, PathValues } from "./define";
import { call } from "@/lib/http/session/call";

const UNKNOWN = "not known";

async function statesNow(): Promise<Card["figures"]> {
  const { operational, degraded, down, unknown } = (await call(statusSummary)).summary;
  return [
    { label: "Operational", value: String(operational) },
    { label: "Degraded", value: String(degraded) },
    { label: "Down", value: String(down) },
    { label: "Unknown", value: String(unknown) },
  ];
}

export const stateCard = async (): Promise<Card> => ({ figures: await statesNow() });

export async function newsCard(): Promise<Card> {
  const { articles } = await call(news, { limit: "3" });
  return { figures: articles.slice(0, 1).map(({ title, source }) => ({ label: source, value: title })) };
}

export async function modelsCard(): Promise<Card> {
  const { providers, count } = await call(models);
  return {
    figures: [
      { label: "Models with a price", value: String(count) },
      { label: "Makers", value: String(providers.length) },
    ],
  };
}

export async function benchmarkCard({ id = "" }: PathValues): Promise<Card | null> {
  const { benchmarks: kinds, models: scored } = await call(benchmarks);
  const kind = kinds.find((known) => known.id === id);
  if (!kind) return null;
  const common = commonVariant(scored, id);
  const ranked = scored
    .map((model) => ({ name: model.model, score: rankedScore(model, id, common) }))
    .toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))
    .filter(({ score }) => score !== null);
  const [leader] = ranked;
  return {
    title: kind.name,
    figures: [
      { label: "Leader", value: leader?.name ?? UNKNOWN },
      { label: kind.unit, value: leader?.score == null ? UNKNOWN : formatScore(leader.score) },
      { label: "Models measured", value: String(ranked.length) },
    ],
  };
}

export async function modelCard({ provider = "", id = "" }: PathValues): Promise<Card | null> {
  const { answer } = await answerOrRefusal(models, { provider });
  const all = answer?.providers.flatMap((maker) => [...maker.models, ...maker.unpriced]) ?? [];
  const model = all.find((entry) => entry.id === id);
  if (!model) return null;
  const [usd, maker] = [typicalCost(model.inputPrice, model.outputPrice), model.maker ?? provider];
  const abilities = (await answerOrRefusal(capability, { maker })).answer?.models ?? [];
  const own = rankedAbilities(abilities)(maker, id);
  return {
    title: model.name,
    figures: [
      { label: `A call, ${TYPICAL_CALL_WORDS}`, value: usd === null ? UNKNOWN : formatCallCost(usd) },
      { label: ABILITY_AXIS, value: own ? String(own.ability) : UNKNOWN },
      { label: "Context", value: model.contextWindow === null ? UNKNOWN : formatTokens(model.contextWindow) },
    ],
  };
}

export async function providerCard({ id = "" }: PathValues): Promise<Card | null> {
  const [now, past] = await Promise.all([answerOrRefusal(status, { provider: id }), answerOrRefusal(statusUptime, { provider: id })]);
  const [service] = now.answer?.services ?? [];
  if (!service) return null;
  return {
    title: service.name,
    figures: [
      { label: "Now", value: service.status },
      { label: "Uptime, 30 days", value: past.answer?.uptime_pct == null ? UNKNOWN : formatUptime(past.answer.uptime_pct) },
    ],
  };
}
