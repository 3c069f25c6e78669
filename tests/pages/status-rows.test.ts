import { expect, test } from "vitest";
import { statusRows } from "@/app/(site)/status/rows";
import { currentStates } from "@/lib/domain/status/current-states";
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
  ["its check has become too old", { lastChecked: "2026-03-01T09:00:00.000Z" }, ["it was not checked lately"]],
] as const)("the row of a service remarks: %s", (_why, extra, remarks) => {
  const services = currentStates([{ ...service, ...extra, openEvents: "openEvents" in extra ? [...extra.openEvents] : [] }], 120, now);
  expect(statusRows(services, { days: null, probes: null, open: null })[0]?.remarks).toEqual(remarks);
});
