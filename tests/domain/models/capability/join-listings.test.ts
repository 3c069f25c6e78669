import { describe, expect, test } from "vitest";
import { joinListings } from "@/lib/domain/models/capability/join-listings";

const scored = (model: string, name: string, names: string[] = []) => ({ model, makerId: model.split("/")[0] ?? "", name, names });
const host = (modelId: string, name = modelId, makerId: string | null = "acme") => ({ providerId: "hosted", modelId, name, makerId });

const MODELS = [
  scored("acme/opus-5", "Opus 5"),
  scored("acme/opus-5-5", "Opus 5.5"),
  scored("acme/scout-8b", "Scout 8B", ["Scout-8B-Instruct"]),
  scored("acme/scout-8b-base", "Scout 8B (base)", ["scout-8b-instruct-base"]),
  scored("acme/large-2411", "Large (Nov 2024)", ["Large"]),
  scored("acme/large-2407", "Large 2"),
  scored("acme/nemo-2407", "Nemo", ["Nemo"]),
];
const joined = (listing: ReturnType<typeof host>, attached: [string, string][] = []) =>
  [...joinListings(MODELS, [listing], new Map(attached), (id) => id).keys()][0] ?? null;

describe("listings of hosts", () => {
  test.each([
    ["acme/opus-5", host("acme/Opus-5")],
    ["acme/opus-5-5", host("acme/opus-5.5")],
    ["acme/opus-5-5", host("x-17", "Opus 5.5")],
    ["acme/scout-8b", host("acme/Scout-8B-Instruct")],
    ["acme/scout-8b", host("acme/scout-8b-fp8")],
    ["acme/scout-8b-base", host("acme/scout-8b-base")],
    ["acme/large-2411", host("acme/large-2411")],
    ["acme/opus-5", host("acme.opus-5")],
    ["acme/opus-5", host("hosted-opus-5", "Opus 5.5")],
    ["acme/nemo-2407", host("acme/nemo")],
    ["acme/large-2411", host("acme.large-2411-v1:0", "Large")],
    ["acme/opus-5-5", host("acme.opus5-v1:0", "Opus-5.5")],
    ["acme/opus-5-5", host("acme.opus-5-v1:0", "Opus-5.5")],
  ])("are joined to %s", (model, listing) => {
    expect(joined(listing)).toBe(model);
  });

  test.each([
    ["another size", host("acme/scout-70b")],
    ["a model of more letters", host("acme/opus-5-pro")],
    ["another release", host("acme/large-2412")],
    ["a model of which several releases were measured", host("acme/large", "Large")],
    ["a release that stands in the middle of its id", host("acme/opus-5-instruct-2507-maas", "Opus 5")],
    ["a tuning for instructions of a model that has none", host("acme/opus-5-instruct")],
    ["a snapshot that nobody measured", host("acme/opus-5-20260901")],
    ["a release that its name leaves out", host("acme/Opus-5-0905", "Opus 5")],
    ["a preview", host("acme/opus-5-preview")],
    ["a tuned model of another maker", host("other/scout-8b-instruct", "Scout 8B", "other")],
    ["a model whose maker nobody names", host("acme/opus-5", "Opus 5", null)],
  ])("of %s are joined to none", (_, listing) => {
    expect(joined(listing)).toBeNull();
  });
});

describe("listings of makers", () => {
  const own = { providerId: "acme", modelId: "opus-5", name: "Opus 5", makerId: "acme" };

  test("are joined as their scores were attached, and never by name alone", () => {
    expect(joined(own, [["acme/opus-5", "acme/opus-5-5"]])).toBe("acme/opus-5-5");
    expect(joined(own)).toBeNull();
  });
});
