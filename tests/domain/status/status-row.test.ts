import { expect, test } from "vitest";
import { answeredShare, splitByKnowledge, type StatusRow } from "@/lib/domain/status/status-row";

const row = (name: string, values: Partial<StatusRow>): StatusRow => ({
  name,
  provider: name,
  state: "unknown",
  lastKnown: null,
  isOfLastReading: false,
  remarks: [],
  since: null,
  pageUrl: "https://status.example",
  checkedAt: null,
  components: [],
  days: null,
  uptimePct: null,
  daysWithData: 0,
  probe: null,
  ...values,
});

const probe = (okShare: number, count: number, isFailing = false): StatusRow["probe"] => ({ okShare, count, isFailing, medianMs: null });
const names = (rows: readonly StatusRow[]) => rows.map(({ name }) => name);

test("only what is unknown without any sign of trouble is set apart", () => {
  const { shown, answering, silent } = splitByKnowledge([
    row("down", { state: "down" }),
    row("failing", { probe: probe(0.2, 96, true) }),
    row("was-down", { lastKnown: { state: "down", at: "2026-11-28T00:00:00Z" } }),
    row("was-well", { lastKnown: { state: "operational", at: "2026-11-28T00:00:00Z" } }),
    row("answers", { probe: probe(1, 96) }),
    row("unread", {}),
    row("well", { state: "operational", probe: probe(1, 96) }),
  ]);
  expect(names(shown)).toEqual(["down", "failing", "was-down", "was-well", "well"]);
  expect(names(answering)).toEqual(["answers"]);
  expect(names(silent)).toEqual(["unread"]);
});

test("the share of answered calls is that of all calls, not the mean of the services", () => {
  expect(answeredShare([row("a", { probe: probe(1, 90) }), row("b", { probe: probe(0, 10) }), row("c", {})])).toEqual({
    share: 0.9,
    calls: 100,
  });
  expect(answeredShare([row("c", {})])).toBeNull();
});
