import { findProvider } from "@/lib/catalogs/providers";
import { rankedAbilities } from "@/lib/domain/models/capability/ranked-ability";
import { hasEnded } from "@/lib/domain/models/model-life";
import { commonVariant, rankedScore } from "@/lib/domain/models/scores/common-variant";
import { rankAmong } from "@/lib/domain/models/scores/saturation";
import { TYPICAL_CALL_WORDS, typicalCost } from "@/lib/domain/models/typical-call";
import { formatCallCost, formatCount, formatPrice, formatScore, formatTokens, formatUptime, plural } from "@/lib/domain/pages/format";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { capability } from "@/lib/endpoints/capability";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { status } from "@/lib/endpoints/status";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { answerOrRefusal, type AnswerOf } from "./answer";
import type { Card, PathValues } from "./define";
import { call } from "@/lib/http/session/call";

type Figure = Card["figures"][number];
type SoldModel = AnswerOf<typeof models>["providers"][number]["models"][number];

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

/** The ability of a model, and its place among all that is sold. */
async function abilityFigure(maker: string, id: string): Promise<Figure> {
  const ranked = (await call(capability, { ranked: "true" })).models;
  const own = rankedAbilities(ranked)(maker, id);
  if (!own) return { label: "Ability", value: UNKNOWN };
  const sold = ranked.flatMap(({ sold: isSold, ability }) => (isSold ? [ability] : []));
  const place = `${formatCount(rankAmong(sold, own.ability))} of ${formatCount(sold.length)}`;
  return { label: `Ability, ${place} sold`, value: String(own.ability) };
}

const callOf = (isFree: boolean, usd: number | null): string => (isFree ? "given away" : usd === null ? UNKNOWN : formatCallCost(usd));

const priceOf = (usd: number | null): string => (usd === null ? UNKNOWN : formatPrice(usd));

export async function modelCard({ provider = "", id = "" }: PathValues): Promise<Card | null> {
  const { answer } = await answerOrRefusal(models, { provider });
  const seller = answer?.providers.find((entry) => entry.id === provider);
  const model = seller && [...seller.models, ...seller.unpriced].find((entry) => entry.id === id);
  if (!model) return null;
  const { inputPrice: input, outputPrice: output, contextWindow: context, status: life } = model;
  const usd = typicalCost(input, output);
  const parts = [seller.name, context !== null && `${formatTokens(context)} context`, life !== "active" && life];
  const prices = { label: "In / out, per 1M tokens", value: `${priceOf(input)} / ${priceOf(output)}` };
  return {
    title: model.name,
    lead: `${parts.filter(Boolean).join(", ")}. A call is ${TYPICAL_CALL_WORDS}.`,
    figures: [
      { label: "A typical call", value: callOf(model.freeListing === true, usd) },
      usd === null ? { ...prices, value: UNKNOWN } : prices,
      await abilityFigure(model.maker ?? provider, id),
    ],
  };
}

const TONES: Readonly<Record<ServiceState, Figure["tone"]>> = { operational: "ok", degraded: "warn", down: "bad", unknown: undefined };

async function stateFigure(id: string): Promise<Figure> {
  const services = (await answerOrRefusal(status, { provider: id })).answer?.services ?? [];
  if (services.length === 0) return { label: "Now", value: UNKNOWN };
  const state = worstState(services.map((service) => service.status));
  return {
    label: services.length === 1 ? "Now" : `Now, worst of ${plural(services.length, "service")}`,
    value: state,
    tone: TONES[state],
  };
}

/** The ablest model that a maker sells; of who makes none, the cheapest that it sells for money. */
async function bestFigures(id: string, sold: readonly SoldModel[]): Promise<Figure[]> {
  const [ablest] = (await answerOrRefusal(capability, { maker: id, ranked: "true", sold: "true" })).answer?.models ?? [];
  if (ablest) return [{ label: `Ablest, ability ${ablest.ability}`, value: ablest.model }];
  const costs = sold.flatMap(({ name, inputPrice, outputPrice }) => {
    const usd = typicalCost(inputPrice, outputPrice);
    return usd === null || usd === 0 ? [] : [{ name, usd }];
  });
  const [cheapest] = costs.toSorted((a, b) => a.usd - b.usd);
  return cheapest ? [{ label: `Cheapest, ${formatCallCost(cheapest.usd)} a call`, value: cheapest.name }] : [];
}

export async function providerCard({ id = "" }: PathValues): Promise<Card | null> {
  const provider = findProvider(id);
  if (!provider) return null;
  const [listed, past] = await Promise.all([answerOrRefusal(models, { provider: id }), answerOrRefusal(statusUptime, { provider: id })]);
  const sold = (listed.answer?.providers ?? []).flatMap((entry) => entry.models.filter((model) => !hasEnded(model.status)));
  const uptime = past.answer?.uptime_pct ?? null;
  return {
    title: provider.name,
    ...(uptime === null ? {} : { lead: `${formatUptime(uptime)} uptime over 30 days` }),
    figures: [await stateFigure(id), { label: "Models with a price", value: formatCount(sold.length) }, ...(await bestFigures(id, sold))],
  };
}
