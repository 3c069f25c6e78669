import { describe, expect, test } from "vitest";
import { commonSeen, isSeenAt, MODEL_COLUMNS, priceChange, searchModels, sortModels, type ModelRow } from "@/lib/domain/models/model-table";

const row = (id: string, values: Partial<ModelRow> = {}): ModelRow => ({
  id,
  name: id,
  providerId: "acme",
  provider: "Acme",
  input: null,
  output: null,
  blended: null,
  isFreeListing: false,
  context: null,
  released: null,
  capabilities: [],
  isOpen: false,
  score: null,
  capability: null,
  interval: null,
  end: null,
  source: null,
  seenOn: null,
  hasConflict: false,
  status: "active",
  change: null,
  ...values,
});

const idsOf = (rows: readonly ModelRow[]) => rows.map(({ id }) => id);

describe("sorting", () => {
  const prices = [row("unknown"), row("free", { input: 0 }), row("dear", { input: 9 }), row("cheap", { input: 1 })];

  test("puts unpublished and free prices last in both directions", () => {
    expect(idsOf(sortModels(prices, { column: "input", direction: "asc" }))).toEqual(["cheap", "dear", "free", "unknown"]);
    expect(idsOf(sortModels(prices, { column: "input", direction: "desc" }))).toEqual(["dear", "cheap", "free", "unknown"]);
  });

  test("keeps a change of 0 among the changes", () => {
    const rows = [row("unknown"), row("same", { change: 0 }), row("up", { change: 5 }), row("down", { change: -5 })];
    expect(idsOf(sortModels(rows, { column: "change", direction: "asc" }))).toEqual(["down", "same", "up", "unknown"]);
    expect(idsOf(sortModels(rows, { column: "change", direction: "desc" }))).toEqual(["up", "same", "down", "unknown"]);
  });

  test.each(MODEL_COLUMNS)("by %s gives equal rows one fixed order", (column) => {
    const rows = [row("b"), row("a", { name: "b", providerId: "z" }), row("a", { name: "b", providerId: "y" })];
    const sorted = (list: readonly ModelRow[]) =>
      sortModels(list, { column, direction: "desc" }).map(({ id, providerId }) => `${providerId}/${id}`);
    expect(sorted(rows)).toEqual(sorted(rows.toReversed()));
  });
});

test("searching finds rows that have every word in name, id or maker, in any order and case", () => {
  const rows = [row("acme/large-2", { name: "Large Two" }), row("small")];
  expect(idsOf(searchModels(rows, " TWO  acme "))).toEqual(["acme/large-2"]);
  expect(searchModels(rows, "")).toHaveLength(2);
  expect(searchModels(rows, "two small")).toEqual([]);
});

test("a change is a share of the earlier price, and unknown without one", () => {
  expect(priceChange(10, 8)).toBe(-20);
  expect(priceChange(4, 4)).toBe(0);
  for (const [then, now] of [
    [null, 1],
    [1, null],
    [0, 1],
  ] as const) {
    expect(priceChange(then, now)).toBeNull();
  }
});

describe("where most prices were seen", () => {
  const seen = (source: string | null, seenOn: string | null) => row(`${source} ${seenOn}`, { source, seenOn });
  const [first, second, otherDay] = [seen("a", "2026-11-28"), seen("b", "2026-11-28"), seen("a", "2026-11-27")];

  test("is the source and the day that most of them share, a day of its own being another place", () => {
    expect(commonSeen([second, first, otherDay, seen("a", "2026-11-28")])).toMatchObject({ source: "a", seenOn: "2026-11-28" });
    expect(isSeenAt(otherDay, first)).toBe(false);
    expect(isSeenAt(seen("a", "2026-11-28"), first)).toBe(true);
  });

  test("counts no model without a price, and is nowhere if none has one", () => {
    expect(commonSeen([seen(null, null), seen(null, null), first])).toMatchObject({ source: "a" });
    expect(commonSeen([seen(null, null)])).toBeNull();
    expect(commonSeen([])).toBeNull();
  });
});
