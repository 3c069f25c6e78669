import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { listIncidents, listPolls, listStatusDays, listStatusServices, prunePolls } from "@/db/queries/status/status";
import { closeIncident, insertPolls, insertTransitions, openIncidents } from "@/db/queries/status/status-poll";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { pruneHistory } from "@/jobs/prune-history";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { storeStates } from "../../support/status/status-polls";
import { listTransitions } from "../../support/stores/stored-rows";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(() => database.db.execute(sql`truncate status_services, status_polls, status_transitions, status_days, incidents`));

afterAll(() => database.close());

const at = (time: string): Date => new Date(`2026-03-01T${time}:00Z`);

describe("polls", () => {
  test("are stored once per service and slot, and a second one is reported as late", async () => {
    expect(await insertPolls(database.db, at("10:00"), [{ service: "a", state: "down" }])).toEqual(new Set(["a"]));
    expect(
      await insertPolls(database.db, at("10:00"), [
        { service: "a", state: "operational" },
        { service: "b", state: "operational" },
      ]),
    ).toEqual(new Set(["b"]));
    expect(await listPolls(database.db, "a", at("00:00"), at("23:00"))).toEqual([{ at: at("10:00"), state: "down" }]);
  });

  test("are pruned after fourteen days, while day classes, transitions and incidents stay", async () => {
    await storeStates(database.db, at("10:00"), { anthropic: "operational" });
    await storeStates(database.db, at("10:02"), { anthropic: "down" });
    await storeStates(database.db, new Date("2026-03-15T10:02:00Z"), { anthropic: "down" });
    const context = {
      db: database.db,
      http: undefined as never,
      now: new Date("2026-03-15T10:01:00Z"),
      signal: new AbortController().signal,
      log: () => undefined,
    };
    expect(await pruneHistory.run(context)).toMatchObject({ status_polls: 1 });
    expect(await listPolls(database.db, "anthropic", at("00:00"), new Date("2026-04-01T00:00:00Z"))).toHaveLength(2);
    expect(await listTransitions(database.db, ["anthropic"], new Date(0))).toHaveLength(1);
    expect(await listIncidents(database.db, { limit: 5 })).toHaveLength(1);
    expect(await listStatusDays(database.db, ["anthropic"], "2026-03-01", "2026-03-31")).toHaveLength(2);
  });

  test("are deleted at most one batch at a time", async () => {
    await database.db.execute(
      sql`insert into status_polls (service, slot, state) select 'a', timestamptz '2026-01-01' + n * interval '2 minutes', 'operational' from generate_series(1, 2500) n`,
    );
    expect([
      await prunePolls(database.db, "a", at("00:00")),
      await prunePolls(database.db, "a", at("00:00")),
      await prunePolls(database.db, "a", at("00:00")),
    ]).toEqual([2000, 500, 0]);
  });
});

describe("transitions and incidents", () => {
  test("record a transition of a slot once", async () => {
    const transition = { service: "a", from: "operational", to: "down", at: at("10:00") } as const;
    await insertTransitions(database.db, [transition]);
    await insertTransitions(database.db, [{ ...transition, to: "degraded" }]);
    expect(await listTransitions(database.db, ["a"], new Date(0))).toEqual([transition]);
  });

  test("allow at most one open incident per service", async () => {
    const incident = { id: "inc_a_1", service: "a", severity: "minor", title: "x", startedAt: at("10:00") } as const;
    await openIncidents(database.db, [incident]);
    await openIncidents(database.db, [{ ...incident, id: "inc_a_2" }]);
    expect(await listIncidents(database.db, { limit: 5 })).toHaveLength(1);
    await closeIncident(database.db, "a", at("10:30"), 30);
    await openIncidents(database.db, [{ ...incident, id: "inc_a_2" }]);
    expect((await listIncidents(database.db, { limit: 5 })).map((row) => [row.id, row.durationMinutes])).toEqual([
      ["inc_a_2", null],
      ["inc_a_1", 30],
    ]);
  });

  test("find only incidents that overlap a window", async () => {
    await openIncidents(database.db, [{ id: "1", service: "a", severity: "minor", title: "x", startedAt: at("08:00") }]);
    await closeIncident(database.db, "a", at("09:00"), 60);
    await openIncidents(database.db, [
      { id: "2", service: "b", severity: "minor", title: "x", startedAt: at("09:30") },
      { id: "3", service: "c", severity: "minor", title: "x", startedAt: at("12:00") },
    ]);
    expect(
      (await listIncidents(database.db, { openSince: at("09:15"), startedBefore: at("11:00"), limit: 5 })).map((row) => row.id),
    ).toEqual(["2"]);
  });
});

describe("days", () => {
  test("follow every poll until two hours after the day's end", async () => {
    const classOf = async () => (await listStatusDays(database.db, ["anthropic"], "2026-03-01", "2026-03-01"))[0]?.status;
    await storeStates(database.db, at("23:56"), { anthropic: "operational" });
    await storeStates(database.db, at("23:58"), { anthropic: "down" });
    expect(await classOf()).toBe("operational");
    const late = (slot: string, state: ServiceState, now: string) =>
      storePoll(
        database.db,
        [
          {
            service: "anthropic",
            name: "x",
            isSource: true,
            isMaintenance: false,
            kind: "read",
            state,
            components: [],
            incidents: [],
            fault: null,
            error: null,
            validators: null,
          },
        ],
        { slot: at(slot), now: new Date(now) },
      );
    await late("23:54", "down", "2026-03-02T01:58:00Z");
    expect(await classOf()).toBe("operational");
    await late("23:52", "down", "2026-03-02T01:59:00Z");
    expect(await classOf()).toBe("down");
    await late("23:53", "operational", "2026-03-02T02:00:00Z");
    expect(await classOf()).toBe("down");
  });

  test("are unknown when all polls of the day are unknown", async () => {
    await storeStates(database.db, at("10:00"), { anthropic: "unknown" });
    expect(await listStatusDays(database.db, ["anthropic"], "2026-03-01", "2026-03-01")).toEqual([
      { service: "anthropic", date: "2026-03-01", status: "unknown" },
    ]);
  });
});

test("reads times back as stored", async () => {
  await storeStates(database.db, at("10:01"), { anthropic: "degraded" });
  const [row] = await listStatusServices(database.db, ["anthropic"]);
  expect(row).toMatchObject({
    lastSlot: at("10:00"),
    checkedAt: at("10:01"),
    readAt: at("10:01"),
    bodyAt: at("10:01"),
    knownAt: at("10:00"),
    knownSince: at("10:00"),
    firstKnownAt: at("10:00"),
  });
});

test("looks up a service's polls by the primary key", async () => {
  const plan = await rowsOf<{ "QUERY PLAN": string }>(
    database.db,
    sql`explain select slot, state from status_polls where service = 'a' and slot >= timestamptz '2026-03-01' and slot < timestamptz '2026-03-02' order by slot`,
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/status_polls_service_slot_pk/);
});
