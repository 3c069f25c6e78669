import { inTransaction, type Db } from "@/db/client";
import { utcDay } from "@/lib/domain/basics/date-range";
import { recordSourceOutcomes, saveValidators } from "@/db/queries/freshness/operations";
import { listPolls, type IncidentRecord } from "@/db/queries/status/status";
import {
  closeIncident,
  escalateIncidents,
  insertPolls,
  insertTransitions,
  listDayTallies,
  listOpenIncidents,
  lockStatusServices,
  openIncidents,
  saveDays,
  saveStatusServices,
} from "@/db/queries/status/status-poll";
import {
  dayStatus,
  isFrozenDay,
  newRecord,
  observedState,
  planDay,
  planServicePoll,
  type PollMoment,
  type ServicePlan,
} from "@/lib/domain/status/plan-status-poll";
import { evaluateTransitions } from "@/lib/watches/evaluate/evaluate-states";
import { evaluateInSavepoint } from "@/lib/watches/evaluate/evaluate-in-savepoint";
import type { DayTally, Poll } from "@/lib/domain/status/day-class";
import type { ServiceState } from "@/lib/domain/status/service-state";
import type { StatusOutcome } from "@/lib/sources/status/read-status-page";
import { DAY_MS } from "@/lib/domain/basics/time";

export interface PolledService extends StatusOutcome {
  name: string;
  /** False for pages without a machine-readable address; failing to read them is no source failure. */
  isSource: boolean;
}

export interface StoredPoll {
  stored: number;
  changed: number;
  opened: number;
  closed: number;
}

type Plan = ServicePlan & { polled: PolledService };

const incidentId = (service: string, startedAt: Date): string =>
  `inc_${service}_${startedAt.toISOString().slice(0, 16).replace(/\D/g, "")}`;

const titleOf = ({ polled, record }: Plan): string => polled.incidents[0]?.title || `${polled.name} is ${record.state}`;

async function storeIncidents(tx: Db, plans: readonly Plan[]): Promise<{ opened: number; closed: number }> {
  const opened = plans.flatMap((plan) => {
    const { incident, polled } = plan;
    return incident?.kind === "open"
      ? [
          {
            id: incidentId(polled.service, incident.startedAt),
            service: polled.service,
            severity: incident.severity,
            title: titleOf(plan),
            startedAt: incident.startedAt,
          },
        ]
      : [];
  });
  const closed = plans.flatMap(({ incident, polled }) => (incident?.kind === "close" ? [{ ...incident, service: polled.service }] : []));
  await openIncidents(tx, opened);
  await escalateIncidents(
    tx,
    plans.filter((plan) => plan.incident?.kind === "escalate").map((plan) => plan.polled.service),
  );
  for (const { service, resolvedAt, durationMinutes } of closed) await closeIncident(tx, service, resolvedAt, durationMinutes);
  return { opened: opened.length, closed: closed.length };
}

interface ObservedState {
  service: string;
  state: ServiceState;
}

async function allPollsOf(tx: Db, service: string, day: string): Promise<Poll[]> {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  return listPolls(tx, service, new Date(start), new Date(start + DAY_MS));
}

async function storeDays(tx: Db, observed: readonly ObservedState[], { slot, now }: PollMoment): Promise<void> {
  const day = utcDay(slot);
  if (isFrozenDay(day, now)) return;
  const tallies = await listDayTallies(
    tx,
    observed.map((entry) => entry.service),
    day,
  );
  const days: { service: string; status: ServiceState; tally: DayTally }[] = [];
  for (const { service, state } of observed) {
    const before = tallies.get(service);
    if (!before) continue;
    const isLate = before.last !== null && before.last.at >= slot;
    const polls = isLate ? await allPollsOf(tx, service, day) : [];
    const tally = planDay(before, { at: slot, state }, () => polls);
    days.push({ service, status: dayStatus(tally), tally });
  }
  await saveDays(tx, day, days);
}

async function storeSources(tx: Db, polled: readonly PolledService[], now: Date): Promise<void> {
  const outcomes = polled
    .filter((entry) => entry.isSource || entry.kind === "read")
    .map((entry) => ({
      source: `provider_status/${entry.service}`,
      dataset: "provider_status" as const,
      at: now,
      fault: entry.fault,
      error: entry.error,
      itemCount: entry.kind === "read" ? entry.components.length : null,
    }));
  for (const { service, validators } of polled) {
    if (validators) {
      await saveValidators(tx, `provider_status/${service}`, validators.url, {
        etag: validators.etag,
        lastModified: validators.lastModified,
      });
    }
  }
  await recordSourceOutcomes(tx, outcomes);
}

const openOf = (open: readonly IncidentRecord[], service: string): IncidentRecord | null =>
  open.find((incident) => incident.service === service) ?? null;

/**
 * Stores one poll once per slot, even when several processes poll. Only services whose poll row this
 * transaction inserted are processed, and their rows are locked meanwhile.
 */
export function storePoll(db: Db, polled: readonly PolledService[], moment: PollMoment): Promise<StoredPoll> {
  return inTransaction(db, async (tx) => {
    const services = polled.map((entry) => entry.service);
    const records = new Map((await lockStatusServices(tx, services)).map(({ service, ...record }) => [service, record]));
    const observed = polled.map((entry) => ({ service: entry.service, state: observedState(records.get(entry.service) ?? null, entry) }));
    const inserted = await insertPolls(tx, moment.slot, observed);
    if (inserted.size === 0) return { stored: 0, changed: 0, opened: 0, closed: 0 };
    const storedServices = polled.filter((entry) => inserted.has(entry.service));
    const open = await listOpenIncidents(tx, [...inserted]);
    const plans = storedServices.flatMap((entry): Plan[] => {
      const plan = planServicePoll(records.get(entry.service) ?? newRecord, openOf(open, entry.service), entry, moment);
      return plan ? [{ ...plan, polled: entry }] : [];
    });
    await saveStatusServices(
      tx,
      plans.map(({ record, polled: { service } }) => ({ ...record, service })),
    );
    const transitions = plans.flatMap(({ transition, polled: { service } }) => (transition ? [{ ...transition, service }] : []));
    await insertTransitions(tx, transitions);
    if (transitions.length > 0) await evaluateInSavepoint(tx, (inner) => evaluateTransitions(inner, transitions, moment.now));
    const changes = await storeIncidents(tx, plans);
    await storeDays(
      tx,
      observed.filter((entry) => inserted.has(entry.service)),
      moment,
    );
    await storeSources(tx, storedServices, moment.now);
    return { stored: inserted.size, changed: transitions.length, ...changes };
  });
}
