import { providerName } from "@/lib/catalogs/catalog-entries";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { addDays, datesOf } from "@/lib/domain/basics/date-range";
import { comparePrices } from "@/lib/domain/history/compare-prices";
import { history } from "@/lib/endpoints/history";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { incidents } from "@/lib/endpoints/incidents";
import { ApiError } from "@/lib/errors";
import { call } from "@/lib/http/session/call";
import { hrefOf } from "./address";
import { blockOf } from "./block-answer";
import { modelPage } from "./model";
import { providerPage } from "./provider";
import { currentServices } from "./service-summary";
import { SHOWN_ROWS } from "./today";
import { status } from "@/lib/endpoints/status";

/** All services as they are now, each with the time at which its open incident began. */
export const servicesNow = () =>
  blockOf(status, async () => {
    const [answer, { incidents: open }] = await Promise.all([currentServices(), call(incidents, { open: "true", limit: "200" })]);
    const since = new Map(open.map(({ service, startedAt }) => [service, startedAt]));
    const services = answer.services.map((service) => ({
      ...service,
      href: hrefOf(providerPage, {}, { id: service.provider }),
      since: since.get(service.name) ?? null,
    }));
    return { ...answer, services };
  });

async function pricesOn(date: string) {
  const { data, capturedAt } = await call(snapshotOn, {}, { date, type: "pricing" });
  const listed = "models" in data ? data.models : [];
  const models = listed.flatMap((model) => ("inputPrice" in model ? [{ ...model, providerId: model.provider, modelId: model.id }] : []));
  return { models, capturedAt };
}

const WEEK = 7;

/** The price of each of the seven days up to the change; null where nothing was captured. */
async function weekOf({ providerId, modelId }: { providerId: string; modelId: string }, field: "input" | "output", to: string) {
  const from = addDays(to, 1 - WEEK);
  const { points } = await call(pricingSeries, { model: `${providerId}/${modelId}`, from, to });
  const byDate = new Map(points.map((point) => [point.date, point[field]]));
  return datesOf({ from, days: WEEK }).map((date) => byDate.get(date) ?? null);
}

type DayPrices = Awaited<ReturnType<typeof pricesOn>>["models"];

/** A row per model, by the price that moved most. Prices that were 0 before come last. */
function movesBetween(before: DayPrices, after: DayPrices) {
  const { changed, changedModels } = comparePrices(before, after);
  const sizeOf = (percent: number | null): number => (percent === null ? -1 : Math.abs(percent));
  const moves = new Map<string, (typeof changed)[number]>();
  for (const change of changed.toSorted((a, b) => sizeOf(b.deltaPct) - sizeOf(a.deltaPct))) {
    const key = `${change.entry.providerId}/${change.entry.modelId}`;
    if (!moves.has(key)) moves.set(key, change);
  }
  return { changedModels, moves: [...moves.values()] };
}

/** How many models changed a price between the two newest captured days, and those that moved most. */
export const priceMoves = () =>
  blockOf(snapshotOn, async () => {
    const [to, from] = (await call(history)).dates;
    if (to === undefined || from === undefined) {
      throw new ApiError("snapshot_not_found", "Price changes need two captured days; one is captured every day at 07:00 UTC.");
    }
    const [before, after] = await Promise.all([pricesOn(from), pricesOn(to)]);
    const { changedModels, moves } = movesBetween(before.models, after.models);
    const shown = moves.slice(0, SHOWN_ROWS).map(async ({ entry, field: price, deltaPct: percent, ...prices }) => {
      const field = price === "inputPrice" ? ("input" as const) : ("output" as const);
      return {
        name: entry.name,
        provider: providerName(entry.providerId),
        href: hrefOf(modelPage, {}, { provider: entry.providerId, id: entry.modelId }),
        field,
        from: prices.from,
        to: prices.to,
        percent,
        week: await weekOf(entry, field, to),
      };
    });
    return {
      captured_at: after.capturedAt,
      from,
      to,
      changedModels,
      moves: await Promise.all(shown),
    };
  });

/** The value of an answer that is there; null while it is not. */
export const valueOf = <Answer, Value>(outcome: BlockOutcome<Answer>, read: (answer: Answer) => Value): Value | null =>
  outcome.kind === "answer" ? read(outcome.answer) : null;
