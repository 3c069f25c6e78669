import { expect, test } from "vitest";
import { description } from "../support/models/catalog";

interface ListedSchema {
  type?: string;
  examples?: unknown[];
  items?: { type?: string; examples?: unknown[] };
}

test("known values of a parameter that takes several are examples of an entry, not of the list", () => {
  const { paths } = description as { paths: Record<string, Record<string, { parameters?: { schema?: ListedSchema }[] }>> };
  const schemas = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ parameters = [] }) => parameters.flatMap(({ schema }) => schema ?? [])),
  );
  const lists = schemas.filter(({ type }) => type === "array");
  expect(lists.filter(({ examples }) => examples !== undefined)).toEqual([]);
  expect(lists.some(({ items }) => items?.examples?.includes("anthropic"))).toBe(true);
});
