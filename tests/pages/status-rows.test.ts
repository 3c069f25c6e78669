import { expect, test } from "vitest";
import { statusRows } from "@/app/(site)/status/rows";
import { currentStates, silentSince } from "@/lib/domain/status/current-states";
import type { StatusService } from "@/lib/schemas/status";

const now = new Date("2026-03-01T10:00:00Z");
const service: StatusService = {
  name: "Amazon Bedrock",
  provider: "amazon-bedrock",
  status: "operational",
  reason: null,
  maintenance: false,
  statusPageUrl: "https://health.aws.amazon.com/health/status",
  components: [],
  openEvents: [],
  lastChecked: "2026-03-01T09:59:00.000Z",
  lastKnownStatus: "operational",
  lastKnownAt: "2026-03-01T09:59:00.000Z",
};
const event = { component: "Amazon Bedrock (UAE)", status: "down" as const, title: "Increased Error Rates", startedAt: null };

test.each([
  ["nothing to remark", {}, []],
  ["a region is down", { openEvents: [event] }, ["Amazon Bedrock (UAE): down"]],
  ["the page is for people alone", { status: "unknown", reason: "no_machine_readable_address" }, ["programs cannot read its status page"]],
] as const)("the row of a service remarks: %s", (_why, extra, remarks) => {
  const other = { ...service, name: "Another" };
  const services = currentStates(
    [{ ...service, ...extra, openEvents: "openEvents" in extra ? [...extra.openEvents] : [] }, other],
    120,
    now,
  );
  expect(statusRows(services, { days: null, probes: null, open: null })[0]?.remarks).toEqual(remarks);
});

const NOTHING = { days: null, probes: null, open: null };
const old = (name: string, lastChecked: string): StatusService => ({ ...service, name, lastChecked, lastKnownAt: lastChecked });

test("a check that has become too old is remarked while other states are known", () => {
  const services = currentStates([service, old("B", "2026-03-01T09:00:00.000Z")], 120, now);
  expect(silentSince(services.map((one) => one.now))).toBeNull();
  expect(statusRows(services, NOTHING).map(({ remarks, isOfLastReading }) => ({ remarks, isOfLastReading }))).toEqual([
    { remarks: [], isOfLastReading: false },
    { remarks: ["it was not checked lately"], isOfLastReading: false },
  ]);
});

test("where nothing is read, that is said once: rows of the last reading have no remark, older ones keep theirs", () => {
  const unread: StatusService = {
    ...old("D", "2026-03-01T09:30:00.000Z"),
    status: "unknown",
    reason: "unreachable",
    lastKnownStatus: null,
  };
  const services = currentStates(
    [old("A", "2026-03-01T09:30:00.000Z"), old("B", "2026-03-01T09:27:00.000Z"), old("C", "2026-02-27T09:30:00.000Z"), unread],
    120,
    now,
  );
  expect(silentSince(services.map((one) => one.now))).toBe("2026-03-01T09:30:00.000Z");
  expect(statusRows(services, NOTHING).map(({ name, remarks, isOfLastReading }) => [name, isOfLastReading, remarks])).toEqual([
    ["A", true, []],
    ["B", true, []],
    ["C", false, ["it was not checked lately"]],
    ["D", false, ["its status page could not be read"]],
  ]);
});

test("before the first reading there is no time since which nothing was read", () => {
  const never = { ...service, status: "unknown" as const, lastChecked: null, lastKnownStatus: null, lastKnownAt: null };
  const services = currentStates([never], 120, now);
  expect(silentSince(services.map((one) => one.now))).toBeNull();
  expect(statusRows(services, NOTHING)[0]?.remarks).toEqual(["it has not been read yet"]);
});
