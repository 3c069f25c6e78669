import { describe, expect, test } from "vitest";
import { providerResolver } from "@/lib/domain/models/resolve-provider";

const table = [
  { id: "acme", name: "Acme AI", aliases: ["acme-labs"] },
  { id: "acme-cloud", name: "Acme Cloud", aliases: ["shared"] },
  { id: "bolt", name: "Bolt", aliases: ["shared"] },
];

describe("finding a provider by a spelling", () => {
  const resolve = providerResolver(table);

  test("prefers the exact id or name, then the same without punctuation, then aliases", () => {
    expect(resolve("ACME").provider?.id).toBe("acme");
    expect(resolve("acme ai").provider?.id).toBe("acme");
    expect(resolve("AcmeAI").provider?.id).toBe("acme");
    expect(resolve("Acme.Labs").provider?.id).toBe("acme");
  });

  test("chooses none when two fit, and lists both", () => {
    expect(resolve("shared")).toEqual({ provider: null, candidates: ["acme-cloud", "bolt"] });
  });
});
