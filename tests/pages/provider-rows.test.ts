import { expect, test } from "vitest";
import { providerRows } from "@/app/(site)/providers/provider-rows";
import { currentStates } from "@/lib/domain/status/current-states";
import type { StatusService } from "@/lib/schemas/status";

const service: StatusService = {
  name: "OpenAI API",
  provider: "openai",
  status: "unknown",
  reason: "stale",
  maintenance: false,
  statusPageUrl: "https://status.openai.com",
  components: [],
  openEvents: [],
  lastChecked: null,
  lastKnownStatus: null,
  lastKnownAt: null,
};

test.each([
  ["was never read", null, false],
  ["was read, and is too old", "2026-03-01T09:00:00.000Z", true],
])("a provider whose status page %s is told apart from one of unknown state", (_what, lastChecked, isRead) => {
  const services = currentStates([{ ...service, lastChecked }], 120, new Date("2026-03-01T10:00:00Z"));
  const [row] = providerRows({ list: { providers: [] } as never, services, days: null, ends: null });
  expect(row).toMatchObject({ id: "openai", state: "unknown", services: 1, isRead });
});
