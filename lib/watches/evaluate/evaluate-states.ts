import { inTransaction, type Db } from "@/db/client";
import {
  listKnownStates,
  listMissedServices,
  listWatchedProviders,
  lockStatusWatches,
  saveServicesOf,
  saveStates,
} from "@/db/queries/watches/watch-evaluations";
import { queueFires, type QueuedFire } from "@/db/queries/watches/watch-deliveries";
import { findServices } from "@/lib/catalogs/find-services";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { KnownState } from "@/lib/domain/status/service-state";
import { evaluateStatus, type SeenStates, type ServiceChange } from "@/lib/domain/watches/watch-status";
import { newDeliveryId } from "../watch-secret";

const pageOf = new Map(statusPages.map((page) => [page.id, page]));

export interface StateChange {
  service: string;
  /** Null where no transition is recorded; the state that the watch has seen then counts. */
  from: KnownState | null;
  to: KnownState;
}

function withPage({ service, from, to }: StateChange): ServiceChange {
  const page = pageOf.get(service);
  return { service, name: page?.name ?? service, provider: page?.provider ?? service, from, to };
}

async function evaluate(tx: Db, transitions: readonly StateChange[], now: Date): Promise<number> {
  const changes = transitions.map(withPage);
  const watches = await lockStatusWatches(
    tx,
    changes.map(({ service }) => service),
    now,
  );
  const seen: { id: string; states: SeenStates }[] = [];
  const fires: QueuedFire[] = [];
  for (const { id, spec, services, states } of watches) {
    const { states: next, match } = evaluateStatus(
      spec,
      states,
      changes.filter(({ service }) => services.includes(service)),
    );
    seen.push({ id, states: next });
    if (match) fires.push({ id: newDeliveryId(), watchId: id, firedAt: now, match });
  }
  await saveStates(tx, seen);
  await queueFires(tx, fires);
  return fires.length;
}

export const evaluateTransitions = async (tx: Db, transitions: readonly StateChange[], now: Date): Promise<number> =>
  transitions.length === 0 ? 0 : evaluate(tx, transitions, now);

/** Looks up every watched provider's services again, because the service table changes with releases. */
export async function refreshWatchedServices(db: Db, now: Date): Promise<void> {
  const servicesByProvider = new Map<string, string[]>();
  for (const { provider, services } of await listWatchedProviders(db, now)) {
    const current = servicesByProvider.get(provider) ?? findServices(provider).pages.map((page) => page.id);
    servicesByProvider.set(provider, current);
    const isChanged = current.length !== services.length || current.some((service) => !services.includes(service));
    if (isChanged) await saveServicesOf(db, provider, current);
  }
}

/** Catches up on watches made while a poll was stored, and on services whose state was unknown. */
export async function evaluateMissedStates(db: Db, now: Date): Promise<number> {
  const services = await listMissedServices(db, now);
  if (services.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    await lockStatusWatches(tx, services, now);
    const states = await listKnownStates(tx, services);
    return evaluate(
      tx,
      [...states].map(([service, to]) => ({ service, from: null, to })),
      now,
    );
  });
}
