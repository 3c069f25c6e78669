import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProvider } from "@/lib/catalogs/providers";

const folder = join(import.meta.dirname, "../../lib/catalogs");
const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "providers.json");

/** Fields with a provider id, in order of precedence: where both exist, `provider` is the display name. */
const ID_MEMBERS = ["providerId", "operatorId", "vendorId", "maker", "provider"];

function idOf(entry: Record<string, unknown>): { member: string; id: string } | null {
  const member = ID_MEMBERS.find((name) => name in entry);
  const id = member === undefined ? null : entry[member];
  return member !== undefined && typeof id === "string" ? { member, id } : null;
}

function collect(value: unknown, found: { member: string; id: string }[]): void {
  if (Array.isArray(value)) for (const entry of value) collect(entry, found);
  else if (value !== null && typeof value === "object") {
    const own = idOf(value as Record<string, unknown>);
    if (own) found.push(own);
    for (const entry of Object.values(value)) collect(entry, found);
  }
}

describe("provider ids in catalogs", () => {
  test.each(files)("in %s are all in the provider table", (file) => {
    const found: { member: string; id: string }[] = [];
    collect(JSON.parse(readFileSync(join(folder, file), "utf8")), found);
    expect(found.filter(({ id }) => findProvider(id) === null)).toEqual([]);
  });

  test("occur in most catalogs, so that the check above is not empty", () => {
    const naming = files.filter((file) => {
      const found: { member: string; id: string }[] = [];
      collect(JSON.parse(readFileSync(join(folder, file), "utf8")), found);
      return found.length > 0;
    });
    expect(naming.length).toBeGreaterThanOrEqual(8);
  });
});
