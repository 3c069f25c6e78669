import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RECEIVERS } from "@/lib/docs/webhooks";
import { comparePrices } from "@/lib/domain/history/compare-prices";
import { fireBody, pingBody, type WatchMatch } from "@/lib/domain/watches/watch-body";
import { exampleMatch } from "@/lib/domain/watches/example-match";
import { digestMatch } from "@/lib/domain/watches/watch-digest";
import { WatchFire, WatchPing } from "@/lib/schemas/watches/watch-fire";
import { description, llmsFull } from "../support/models/catalog";

const at = new Date("2026-11-21T07:00:00Z");
const listing = (modelId: string, inputPrice: number) => ({ providerId: "acme", modelId, name: modelId, inputPrice, outputPrice: 2 });
const comparison = comparePrices([listing("kept", 1), listing("gone", 1)], [listing("kept", 3), listing("new", 1)]);

const matches: [string, WatchMatch][] = [
  ["a price", { type: "price", model: "M", provider: "acme", field: "blended", op: "lt", threshold: 3, from: 4, to: 2, delta_pct: -50 }],
  [
    "a change from nothing",
    { type: "price", model: "M", provider: "acme", field: "inputPrice", op: "changes", from: 0, to: 2, delta_pct: null },
  ],
  ["a state", { type: "status", provider: "acme", name: "API", op: "becomes", value: "down", from: "operational", to: "down" }],
  ["a digest", digestMatch("daily", { from: at, to: at }, comparison)],
  [
    "an ability",
    {
      type: "capability",
      model: "M",
      model_id: "acme/m",
      provider: "acme",
      changes: [
        { field: "contextWindow", from: 1, to: 2 },
        { field: "openSource", from: false, to: true },
        { field: "capabilities", from: ["tools"], to: ["reasoning", "tools"] },
      ],
    },
  ],
  ["a new model", exampleMatch({ type: "new_model", provider: "acme" }, { subjects: ["acme"], lastValue: null, today: "2026-11-21" })],
  [
    "the end of a model",
    exampleMatch({ type: "retirement", provider: "acme" }, { subjects: ["acme"], lastValue: null, today: "2026-11-21" }),
  ],
  ["a first digest", digestMatch("weekly", { from: at, to: at }, null)],
];
const delivery = { watchId: "wat_1", deliveryId: "dlv_1", firedAt: at, fireCount: 1, fireCap: 9 };
const spec = { type: "digest", cadence: "daily" } as const;

describe("the documentation of deliveries", () => {
  test.each(matches)("describes every field of the body of %s", (_, match) => {
    expect(WatchFire.safeParse(JSON.parse(fireBody({ ...delivery, spec, match }))).error?.issues ?? []).toEqual([]);
  });

  test("describes the body of a ping", () => {
    expect(WatchPing.safeParse(JSON.parse(pingBody({ ...delivery, spec }))).error?.issues ?? []).toEqual([]);
  });

  test("is part of the API description and of llms-full.txt, with existing receivers", () => {
    expect(Object.keys((description as { webhooks: object }).webhooks)).toEqual(["watch.fire", "watch.ping"]);
    for (const path of RECEIVERS) expect([path, existsSync(join("public", path)), llmsFull.includes(path)]).toEqual([path, true, true]);
  });
});
