import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fireBody, pingBody } from "@/lib/domain/watches/watch-body";
import { digestDays, digestMatch, firstDigestAt, isDigestReady, nextDigestAt } from "@/lib/domain/watches/watch-digest";
import { evaluatePrice } from "@/lib/domain/watches/watch-price";
import type { PriceWatchSpec, StatusWatchSpec } from "@/lib/domain/watches/watch-spec";
import { watchState } from "@/lib/domain/watches/watch-state";
import { evaluateStatus } from "@/lib/domain/watches/watch-status";
import type { KnownState } from "@/lib/domain/status/service-state";

const listing = (inputPrice: number | null, outputPrice: number | null) => ({
  providerId: "anthropic",
  name: "Claude Opus 4.5",
  inputPrice,
  outputPrice,
});
const priceWatch = (over: Partial<PriceWatchSpec> = {}): PriceWatchSpec =>
  ({ type: "price", model: "claude-opus-4-5", field: "inputPrice", op: "lt", threshold: 5, ...over }) as PriceWatchSpec;

/** Prices at which the watch fires, for this sequence of prices. */
function firesOf(spec: PriceWatchSpec, prices: readonly (number | null)[], last: number | null = null): number[] {
  const fired: number[] = [];
  let value = last;
  for (const price of prices) {
    const evaluation = evaluatePrice(spec, value, listing(price, 25));
    if (evaluation.match) fired.push(evaluation.match.to);
    value = evaluation.value;
  }
  return fired;
}

describe("a price watch", () => {
  test("with lt fires only when the price falls below the threshold: from at least 5 to less than 5", () => {
    expect(firesOf(priceWatch(), [6, 5, 4.99, 4, 5, 4.5])).toEqual([4.99, 4.5]);
  });

  test("with gt fires only when the price rises above the threshold: from at most 5 to more than 5", () => {
    expect(firesOf(priceWatch({ op: "gt" }), [4, 5, 5.01, 6, 5, 7])).toEqual([5.01, 7]);
  });

  test("with changes fires for every different value, and only then", () => {
    expect(firesOf({ type: "price", model: "m", field: "inputPrice", op: "changes" }, [3, 3, 4, 4, 3])).toEqual([4, 3]);
  });

  test("registered below its threshold fires only after the price has been above it", () => {
    expect(firesOf(priceWatch(), [4, 3, 6, 4], 4)).toEqual([4]);
  });

  test("ignores an unknown price and compares with the last known one", () => {
    expect(firesOf(priceWatch(), [6, null, null, 4])).toEqual([4]);
    expect(firesOf(priceWatch(), [null, 4, null, 3])).toEqual([]);
  });

  test("reports the change: from 6 to 4.5 is exactly −25 %", () => {
    const { match, value } = evaluatePrice(priceWatch(), 6, listing(4.5, 25));
    expect(match).toEqual({
      type: "price",
      model: "Claude Opus 4.5",
      provider: "anthropic",
      field: "inputPrice",
      op: "lt",
      threshold: 5,
      from: 6,
      to: 4.5,
      delta_pct: -25,
    });
    expect(value).toBe(4.5);
  });

  test("compares the mean of both prices for blended, unknown when one is unknown: (5 + 25) / 2 = 15", () => {
    const spec = priceWatch({ field: "blended", threshold: 16 });
    expect(evaluatePrice(spec, 20, listing(5, 25)).match).toMatchObject({ from: 20, to: 15, delta_pct: -25 });
    expect(evaluatePrice(spec, 20, listing(5, null))).toEqual({ value: 20, match: null });
  });

  test("reports no percentage for a change from 0", () => {
    expect(evaluatePrice(priceWatch({ op: "gt" }), 0, listing(7, 25)).match).toMatchObject({ from: 0, to: 7, delta_pct: null });
  });

  test("fires once per downward crossing of its threshold, however often each price is seen", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ price: fc.integer({ min: 0, max: 10 }), times: fc.integer({ min: 1, max: 3 }) })), (steps) => {
        const once = steps.map(({ price }) => price);
        const repeated = steps.flatMap(({ price, times }) => Array.from({ length: times }, () => price));
        const crossings = once.filter((price, index) => index > 0 && (once[index - 1] as number) >= 5 && price < 5);
        expect(firesOf(priceWatch(), repeated)).toEqual(crossings);
      }),
    );
  });
});

const change = (service: string, from: KnownState | null, to: KnownState) => ({
  service,
  name: `The ${service}`,
  provider: "acme",
  from,
  to,
});
const becomesDown: StatusWatchSpec = { type: "status", provider: "acme", op: "becomes", value: "down" };
const changes: StatusWatchSpec = { type: "status", provider: "acme", op: "changes" };

describe("a status watch", () => {
  test("with becomes fires when the service enters the state, from any other state", () => {
    expect(evaluateStatus(becomesDown, { api: "degraded" }, [change("api", "degraded", "down")]).match).toEqual({
      type: "status",
      provider: "acme",
      name: "The api",
      op: "becomes",
      value: "down",
      from: "degraded",
      to: "down",
    });
    expect(evaluateStatus(becomesDown, { api: "operational" }, [change("api", "operational", "degraded")])).toEqual({
      states: { api: "degraded" },
      match: null,
    });
  });

  test("with changes fires on any transition", () => {
    expect(evaluateStatus(changes, { api: "down" }, [change("api", "down", "operational")]).match).toMatchObject({
      op: "changes",
      from: "down",
      to: "operational",
    });
  });

  test("does not fire again for a state that it has already seen", () => {
    expect(evaluateStatus(becomesDown, { api: "down" }, [change("api", "degraded", "down")])).toEqual({
      states: { api: "down" },
      match: null,
    });
  });

  test("remembers a service seen for the first time and fires only if a previous state is recorded", () => {
    expect(evaluateStatus(becomesDown, {}, [change("api", null, "down")])).toEqual({ states: { api: "down" }, match: null });
    expect(evaluateStatus(becomesDown, {}, [change("api", "operational", "down")]).match).not.toBeNull();
  });

  test("fires once for several changed services, for the worst one, and remembers all", () => {
    const { match, states } = evaluateStatus(changes, { b: "operational", a: "operational", c: "operational" }, [
      change("b", null, "degraded"),
      change("c", null, "down"),
      change("a", null, "down"),
    ]);
    expect(match).toMatchObject({ name: "The a", to: "down" });
    expect(states).toEqual({ a: "down", b: "degraded", c: "down" });
  });
});

describe("a digest", () => {
  const at = (text: string): Date => new Date(text);

  test("is due at the next snapshot, then every day or week at the same hour", () => {
    expect(firstDigestAt(at("2026-05-15T06:59:59Z"))).toEqual(at("2026-05-15T07:00:00Z"));
    expect(firstDigestAt(at("2026-05-15T07:00:00Z"))).toEqual(at("2026-05-16T07:00:00Z"));
    expect(nextDigestAt(at("2026-05-15T07:00:00Z"), "daily", at("2026-05-15T07:04:00Z"))).toEqual(at("2026-05-16T07:00:00Z"));
    expect(nextDigestAt(at("2026-05-15T07:00:00Z"), "weekly", at("2026-05-15T07:04:00Z"))).toEqual(at("2026-05-22T07:00:00Z"));
  });

  test("is not sent later when it was missed", () => {
    expect(nextDigestAt(at("2026-05-15T07:00:00Z"), "daily", at("2026-05-18T09:00:00Z"))).toEqual(at("2026-05-19T07:00:00Z"));
  });

  test("waits up to three hours for the day's snapshot", () => {
    const due = at("2026-05-15T07:00:00Z");
    expect(isDigestReady(due, "2026-05-14", at("2026-05-15T09:59:00Z"))).toBe(false);
    expect(isDigestReady(due, "2026-05-15", at("2026-05-15T07:01:00Z"))).toBe(true);
    expect(isDigestReady(due, "2026-05-14", at("2026-05-15T10:00:00Z"))).toBe(true);
    expect(isDigestReady(due, null, at("2026-05-15T10:00:00Z"))).toBe(true);
  });

  test("compares the newest captured day with one a full period older, or else with the oldest", () => {
    const days = ["2026-05-15", "2026-05-12", "2026-05-07", "2026-05-14"];
    expect(digestDays(days, "daily")).toEqual({ from: "2026-05-14", to: "2026-05-15" });
    expect(digestDays(days, "weekly")).toEqual({ from: "2026-05-07", to: "2026-05-15" });
    expect(digestDays(["2026-05-14", "2026-05-15"], "weekly")).toEqual({ from: "2026-05-14", to: "2026-05-15" });
    expect(digestDays(["2026-05-15"], "daily")).toEqual({ from: null, to: "2026-05-15" });
    expect(digestDays([], "daily")).toEqual({ from: null, to: null });
  });

  const period = { from: at("2026-05-14T07:00:00Z"), to: at("2026-05-15T07:00:00Z") };
  const entry = (name: string) => ({ providerId: "acme", modelId: name, name, inputPrice: 1, outputPrice: 2 });

  test("reports no change without a baseline", () => {
    expect(digestMatch("daily", period, null)).toEqual({
      type: "digest",
      cadence: "daily",
      period: { from: "2026-05-14T07:00:00.000Z", to: "2026-05-15T07:00:00.000Z" },
      has_baseline: false,
      pricing: { changed: [], added: [], removed: [], total_changes: 0, omitted: 0 },
      retirements: [],
    });
  });

  test("lists at most twenty of each kind and counts the rest: 25 added and 1 with both prices changed give 21 listed, 5 omitted", () => {
    const added = Array.from({ length: 25 }, (_, index) => entry(`new-${index}`));
    const changed = (["inputPrice", "outputPrice"] as const).map((field) => ({
      entry: entry("old"),
      field,
      from: 2,
      to: 1,
      deltaPct: -50,
    }));
    const { pricing } = digestMatch("weekly", period, { added, removed: [], changed, changedModels: 1, unchangedModels: 0 });
    expect(pricing).toMatchObject({
      total_changes: 21,
      omitted: 5,
      changed: [
        { model: "old", provider: "acme", field: "inputPrice", from: 2, to: 1, delta_pct: -50 },
        { model: "old", provider: "acme", field: "outputPrice", from: 2, to: 1, delta_pct: -50 },
      ],
    });
    expect(pricing.added).toHaveLength(20);
    expect(pricing.added[0]).toEqual({ model: "new-0", provider: "acme", inputPrice: 1, outputPrice: 2 });
  });

  test("stays below 20 KB at its largest", () => {
    const long = (index: number) => ({ ...entry("m".repeat(120) + index), providerId: "p".repeat(40) });
    const many = Array.from({ length: 60 }, (_, index) => long(index));
    const match = digestMatch("daily", period, {
      added: many,
      removed: many,
      changed: many.map((one) => ({ entry: one, field: "outputPrice" as const, from: 1.123456, to: 2.345678, deltaPct: 108.7912 })),
      changedModels: 60,
      unchangedModels: 0,
    });
    const body = fireBody({
      watchId: `wat_${"0".repeat(24)}`,
      deliveryId: `dlv_${"0".repeat(24)}`,
      firedAt: period.to,
      fireCount: 1,
      fireCap: 1000,
      spec: { type: "digest", cadence: "daily" },
      match,
    });
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });
});

test("the signed body has watch, delivery, time and count in a fixed order", () => {
  const fire = {
    watchId: "wat_1",
    deliveryId: "dlv_1",
    firedAt: new Date("2026-05-15T07:01:02Z"),
    fireCount: 3,
    fireCap: 100,
    spec: priceWatch(),
  };
  const { match } = evaluatePrice(fire.spec, 6, listing(4.5, 25));
  expect(fireBody({ ...fire, match: match as NonNullable<typeof match> })).toBe(
    '{"event":"watch.fire","watch_id":"wat_1","delivery_id":"dlv_1","fired_at":"2026-05-15T07:01:02.000Z","fire_count":3,"fire_cap":100,"spec":{"type":"price","model":"claude-opus-4-5","field":"inputPrice","op":"lt","threshold":5},"match":{"type":"price","model":"Claude Opus 4.5","provider":"anthropic","field":"inputPrice","op":"lt","threshold":5,"from":6,"to":4.5,"delta_pct":-25}}',
  );
  expect(JSON.parse(pingBody(fire))).toEqual({
    event: "watch.ping",
    watch_id: "wat_1",
    delivery_id: "dlv_1",
    fired_at: "2026-05-15T07:01:02.000Z",
    fire_count: 3,
    fire_cap: 100,
    spec: fire.spec,
  });
});

test("a watch past its expiry is expired even before that is stored", () => {
  const expiresAt = new Date("2026-05-15T07:00:00Z");
  expect(watchState({ status: "active", expiresAt }, new Date("2026-05-15T06:59:59Z"))).toBe("active");
  expect(watchState({ status: "active", expiresAt }, expiresAt)).toBe("expired");
  expect(watchState({ status: "deleted", expiresAt }, expiresAt)).toBe("deleted");
});
