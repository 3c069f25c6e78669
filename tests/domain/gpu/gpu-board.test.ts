import { expect, test } from "vitest";
import { gpuBoard, type ListedOffer } from "@/lib/domain/gpu/gpu-board";

const offer = (provider: string, usd: number | null, other: Partial<ListedOffer> = {}): ListedOffer => ({
  provider,
  gpu_canonical: "H100",
  vram_gb: 80,
  on_demand_usd_hr: usd,
  spot_usd_hr: null,
  price_kind: "list",
  is_live: true,
  source_url: `https://${provider}.example`,
  last_seen: "2026-05-09T00:00:00.000Z",
  ...other,
});

test("keeps live and listed prices apart, and counts and ranges over what is live", () => {
  const [row, ...others] = gpuBoard([
    offer("live-dear", 4),
    offer("live-cheap", 3, { spot_usd_hr: 1.5 }),
    offer("listed", 2, { is_live: false, price_kind: "average" }),
    offer("spot-only", null, { spot_usd_hr: 1 }),
  ]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    gpu: "H100",
    vram: 80,
    live: { usd: 3, provider: "live-cheap" },
    list: { usd: 2, provider: "listed", kind: "average" },
    spot: { usd: 1, provider: "spot-only" },
    range: { lowest: 3, median: 3.5, highest: 4 },
    offers: 3,
    providers: 3,
  });
});

test("takes no spot price from a list of an earlier day", () => {
  const [row] = gpuBoard([offer("listed", 2, { is_live: false, spot_usd_hr: 0.5 })]);
  expect(row).toMatchObject({ live: null, spot: null, range: null, offers: 0, providers: 0, list: { usd: 2 } });
});

test("has no range where nothing is on demand, and the mean of the two middle prices as median", () => {
  expect(gpuBoard([offer("a", null, { spot_usd_hr: 1 })])[0]?.range).toBeNull();
  expect(gpuBoard([offer("a", 1), offer("b", 2)])[0]?.range).toEqual({ lowest: 1, median: 1.5, highest: 2 });
});
