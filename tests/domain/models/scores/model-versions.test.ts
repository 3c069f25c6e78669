import { expect, test } from "vitest";
import { isDatedId, snapshotOf, type VersionedListing } from "@/lib/domain/models/scores/model-versions";

const listing = (modelId: string, released: string | null, price = 3): VersionedListing => ({
  providerId: "xai",
  modelId,
  name: modelId,
  isMakersListing: true,
  released,
  inputPrice: price,
  outputPrice: price * 5,
});

test("a month and day behind the name is a date: grok-4 stands for grok-4-0709, which was released in that month", () => {
  const listings = [listing("grok-4", "2025-07"), listing("grok-4-0709", "2025-07"), listing("grok-4-latest", "2025-07")];
  const [alias, dated, moving] = listings;
  expect([isDatedId("grok-4-0709"), isDatedId("grok-4"), isDatedId("gpt-4-turbo-2512")]).toEqual([true, false, true]);
  expect(alias && snapshotOf(alias, listings)).toBe(dated);
  expect(dated && snapshotOf(dated, listings)).toBeNull();
  expect(moving && snapshotOf(moving, listings)).toBeNull();
});

test("a model stands for no snapshot of another month", () => {
  const listings = [listing("grok-2", "2024-08"), listing("grok-2-1212", "2024-12")];
  expect(listings[0] && snapshotOf(listings[0], listings)).toBeNull();
});
