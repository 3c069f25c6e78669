import { providers } from "@/lib/catalogs/providers";
import { groupBy } from "@/lib/domain/basics/group-by";
import { hasEnded } from "@/lib/domain/models/model-life";
import { isAnnounced } from "@/lib/domain/models/retirements/retirement";
import { worstKnown, type ServiceState } from "@/lib/domain/status/service-state";
import type { models } from "@/lib/endpoints/models";
import type { retirements } from "@/lib/endpoints/models/retirements";
import type { statusDays } from "@/lib/endpoints/status/days";
import type { AnswerOf } from "@/lib/pages/answer";
import type { currentServices } from "@/lib/pages/service-summary";
import { modelRows } from "../models/rows";

export interface ProviderRow {
  id: string;
  name: string;
  /** The worst of its services; null where none is followed. */
  state: ServiceState | null;
  services: number;
  /** Whether a status page of its was ever read. */
  isRead: boolean;
  /** Per cent of 30 days, of the service that did worst. */
  uptime: number | null;
  models: number;
  /** Blended prices in USD per 1M tokens, without what is given away. */
  lowest: number | null;
  highest: number | null;
  /** Models whose end within twelve months is announced, and the next day of them. */
  ends: number;
  nextEnd: string | null;
}

interface Answers {
  list: AnswerOf<typeof models>;
  /** Null stands for what could not be read. */
  services: Awaited<ReturnType<typeof currentServices>>["services"] | null;
  days: AnswerOf<typeof statusDays>["services"] | null;
  ends: AnswerOf<typeof retirements>["retirements"] | null;
}

const leastOf = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));

/** Providers that sell a model or whose status page is followed. */
export function providerRows({ list, services, days, ends }: Answers): ProviderRow[] {
  const sold = groupBy(
    modelRows(list, null).filter(({ status }) => !hasEnded(status)),
    ({ providerId }) => providerId,
  );
  const followed = groupBy(services ?? [], ({ provider }) => provider);
  const histories = groupBy(days ?? [], ({ provider }) => provider);
  const ending = groupBy(ends ?? [], ({ host }) => host);
  return providers.flatMap(({ id, name }) => {
    const [own, states] = [sold.get(id) ?? [], followed.get(id) ?? []];
    if (own.length === 0 && states.length === 0) return [];
    const prices = own.flatMap(({ blended }) => (blended === null || blended === 0 ? [] : [blended]));
    const dated = (ending.get(id) ?? []).flatMap((end) => {
      const { retires_on: day, days_left: left } = end;
      return day === null || left === null || left < 0 || !isAnnounced(end) ? [] : [day];
    });
    const uptimes = (histories.get(id) ?? []).flatMap(({ uptime_pct: share }) => (share === null ? [] : [share]));
    return {
      id,
      name,
      state: states.length === 0 ? null : worstKnown(states.map(({ now }) => now.state)),
      services: states.length,
      isRead: states.some(({ lastChecked }) => lastChecked !== null),
      uptime: leastOf(uptimes),
      models: own.length,
      lowest: leastOf(prices),
      highest: prices.length === 0 ? null : Math.max(...prices),
      ends: dated.length,
      nextEnd: dated.toSorted()[0] ?? null,
    };
  });
}
