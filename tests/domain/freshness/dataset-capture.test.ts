import fc from "fast-check";
import { expect, test } from "vitest";
import { firstToTurnStale } from "@/lib/domain/freshness/dataset-capture";

const at = (time: string): Date => new Date(`2026-05-15T${time}:00Z`);

test("the dataset that turns stale first counts, whichever is older", () => {
  const status = { capturedAt: at("12:00"), slaSeconds: 600 };
  const models = { capturedAt: at("07:00"), slaSeconds: 86_400 };
  expect(firstToTurnStale([models, status])).toEqual(status);
  const late = { capturedAt: new Date("2026-05-14T12:05:00Z"), slaSeconds: 86_400 };
  expect(firstToTurnStale([status, late])).toEqual(late);
});

test("an unknown age is worst; datasets without an SLA do not count", () => {
  const unknown = { capturedAt: null, slaSeconds: 86_400 };
  expect(firstToTurnStale([{ capturedAt: at("12:00"), slaSeconds: 1 }, unknown])).toEqual(unknown);
  expect(firstToTurnStale([{ capturedAt: null, slaSeconds: null }])).toEqual({ capturedAt: null, slaSeconds: null });
  expect(firstToTurnStale([])).toEqual({ capturedAt: null, slaSeconds: null });
});

test("an answer is stale exactly when any of its datasets is", () => {
  const capture = fc.record({ age: fc.integer({ min: 0, max: 1000 }), slaSeconds: fc.integer({ min: 1, max: 1000 }) });
  fc.assert(
    fc.property(fc.array(capture, { minLength: 1, maxLength: 4 }), (datasets) => {
      const now = at("12:00").getTime();
      const { capturedAt, slaSeconds } = firstToTurnStale(
        datasets.map(({ age, slaSeconds: sla }) => ({ capturedAt: new Date(now - age * 1000), slaSeconds: sla })),
      );
      const isStale = (now - (capturedAt?.getTime() ?? 0)) / 1000 > (slaSeconds ?? Infinity);
      expect(isStale).toBe(datasets.some(({ age, slaSeconds: sla }) => age > sla));
    }),
  );
});
