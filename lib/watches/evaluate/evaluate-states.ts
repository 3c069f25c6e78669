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
  /** Null where no transition is recorded: then only what a watch has seen before counts. */
  from: KnownState | null;
  to: KnownState;
}

function named({ service, from, to }: StateChange): ServiceChange {
  const page = pageOf.get(service);
  return { service, name: page?.name ?? service, provider: page?.provider ?? service, from, to };
}

async function evaluate(tx: Db, given: readonly StateChange[], now: Date): Promise<number> {
  const changes = given.map(named);
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

/** Evaluates transitions in the transaction that stores them. */
export const evaluateTransitions = async (tx: Db, transitions: readonly StateChange[], now: Date): Promise<number> =>
  transitions.length === 0 ? 0 : evaluate(tx, transitions, now);

/** The table of services changes with releases; what callers meant by their words is looked up anew. */
export async function renewServices(db: Db, now: Date): Promise<void> {
  const meant = new Map<string, string[]>();
  for (const { provider, services } of await listWatchedProviders(db, now)) {
    const known = meant.get(provider) ?? findServices(provider).pages.map((page) => page.id);
    meant.set(provider, known);
    if (known.length !== services.length || known.some((service) => !services.includes(service))) await saveServicesOf(db, provider, known);
  }
}

/** Finds what the polls could not: watches that came while one was stored, and services that were unknown until now. */
export async function evaluateMissedStates(db: Db, now: Date): Promise<number> {
  const services = await listMissedServices(db, now);
  if (services.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    await lockStatusWatches(tx, services, now);
    const known = await listKnownStates(tx, services);
    return evaluate(
      tx,
      [...known].map(([service, to]) => ({ service, from: null, to })),
      now,
    );
  });
}
