import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newRecord, planServicePoll, type Observation, type ServiceRecord } from "@/lib/domain/status/plan-status-poll";
import { SERVICE_STATES, type ServiceState } from "@/lib/domain/status/service-state";
import { incidentChange, transitionOf, type OpenIncident } from "@/lib/domain/status/status-changes";

const at = (minutes: number): Date => new Date(Date.parse("2026-03-01T10:00:00Z") + minutes * 60_000);
const seen = (state: ServiceState): Observation => ({
  kind: state === "unknown" ? "failed" : "read",
  state,
  components: [],
  isMaintenance: false,
  fault: state === "unknown" ? "network" : null,
});

interface Event {
  kind: string;
  minutes: number;
}

/** Applies polls two minutes apart and keeps what a store would keep. */
function play(states: readonly ServiceState[]) {
  let record: ServiceRecord = newRecord;
  let open: OpenIncident | null = null;
  const events: Event[] = [];
  const durations: number[] = [];
  states.forEach((state, position) => {
    const slot = at(position * 2);
    const plan = planServicePoll(record, open, seen(state), { slot, now: slot });
    if (!plan) return;
    record = plan.record;
    if (plan.transition) events.push({ kind: `${plan.transition.from}>${plan.transition.to}`, minutes: position * 2 });
    if (plan.incident?.kind === "open") open = { severity: plan.incident.severity, startedAt: plan.incident.startedAt };
    if (plan.incident?.kind === "escalate" && open) open = { severity: "major", startedAt: (open as OpenIncident).startedAt };
    if (plan.incident?.kind === "close") {
      durations.push(plan.incident.durationMinutes);
      open = null;
    }
  });
  return { record: record as ServiceRecord, open: open as OpenIncident | null, events, durations };
}

describe("transitions", () => {
  test("a first state is no transition", () => {
    expect(transitionOf(null, "down", at(0))).toBeNull();
  });

  test("unknown is never either end of a transition", () => {
    expect(transitionOf({ state: "operational", at: at(0) }, "unknown", at(2))).toBeNull();
  });

  test("a state after unknown is compared with the last known state", () => {
    expect(play(["operational", "unknown", "unknown", "degraded"]).events).toEqual([{ kind: "operational>degraded", minutes: 6 }]);
    expect(play(["degraded", "unknown", "degraded"]).events).toEqual([]);
  });

  test("a poll of an already applied slot changes nothing", () => {
    const { record } = play(["operational"]);
    expect(planServicePoll(record, null, seen("down"), { slot: at(0), now: at(0) })).toBeNull();
  });

  test("a slot stamped two days ahead blocks no polls, and its incident has no negative duration", () => {
    const { record } = play(["operational"]);
    const ahead = { ...record, knownState: "down" as const, lastSlot: at(2880), knownAt: at(2880) };
    const plan = planServicePoll(ahead, { severity: "major", startedAt: at(2880) }, seen("operational"), { slot: at(2), now: at(2) });
    expect(plan?.record).toMatchObject({ state: "operational", lastSlot: at(2) });
    expect(plan?.incident).toMatchObject({ kind: "close", durationMinutes: 0 });
  });

  test("an unchanged page keeps the state last read from it", () => {
    const { record } = play(["degraded"]);
    const plan = planServicePoll(
      record,
      null,
      { kind: "unchanged", state: "unknown", components: [], isMaintenance: false, fault: null },
      { slot: at(2), now: at(2) },
    );
    expect(plan?.record).toMatchObject({ state: "degraded", readAt: at(2), bodyAt: at(0) });
  });
});

describe("incidents", () => {
  const open: OpenIncident = { severity: "minor", startedAt: at(0) };

  test.each([
    ["operational>degraded opens a minor one", null, "operational", "degraded", { kind: "open", severity: "minor", startedAt: at(30) }],
    ["operational>down opens a major one", null, "operational", "down", { kind: "open", severity: "major", startedAt: at(30) }],
    ["degraded>down without one opens a major one", null, "degraded", "down", { kind: "open", severity: "major", startedAt: at(30) }],
    ["down>degraded without one opens none", null, "down", "degraded", null],
    ["degraded>down escalates", open, "degraded", "down", { kind: "escalate" }],
    ["down>degraded keeps the severity", { ...open, severity: "major" }, "down", "degraded", null],
    ["degraded>down of a major one changes nothing", { ...open, severity: "major" }, "degraded", "down", null],
    ["back to operational closes: 30 minutes", open, "down", "operational", { kind: "close", resolvedAt: at(30), durationMinutes: 30 }],
    ["back to operational without one does nothing", null, "degraded", "operational", null],
  ] as const)("%s", (_why, existing, from, to, expected) => {
    expect(incidentChange(existing, { from, to, at: at(30) })).toEqual(expected);
  });

  test("an unknown state leaves an incident as it is", () => {
    expect(play(["operational", "degraded", "unknown", "degraded", "unknown", "operational"]).durations).toEqual([8]);
  });

  test("trouble at the first poll opens an incident, and what follows escalates and closes it", () => {
    expect(play(["unknown", "down"]).open).toEqual({ severity: "major", startedAt: at(2) });
    expect(play(["degraded", "down", "unknown", "down"]).open).toEqual({ severity: "major", startedAt: at(0) });
    expect(play(["degraded", "unknown", "operational"])).toMatchObject({ open: null, durations: [4] });
  });

  test("a service whose first trouble was stored without an incident gets it with its next poll, from when it was first seen", () => {
    const { record } = play(["down"]);
    expect(planServicePoll(record, null, seen("down"), { slot: at(2), now: at(2) })?.incident).toEqual({
      kind: "open",
      severity: "major",
      startedAt: at(0),
    });
  });

  test("an incident is open exactly while the last known state is trouble", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SERVICE_STATES), { maxLength: 40 }), (states) => {
        const { record, open: left } = play(states);
        expect(left !== null).toBe(record.knownState === "degraded" || record.knownState === "down");
        const known = states.filter((state) => state !== "unknown");
        expect(record.knownState).toBe(known.at(-1) ?? null);
        expect(record.state).toBe(states.at(-1) ?? "unknown");
      }),
    );
  });
});
