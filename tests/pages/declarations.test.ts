import { describe, expect, test } from "vitest";
import { exampleAddresses, namedPlaces, navigation, pages, publicPages } from "@/lib/pages";
import { addressPattern } from "@/lib/pages/address";
import type { AnyPage } from "@/lib/pages/define";
import { requestsOf } from "@/lib/pages/requests";
import { catalog } from "@/lib/docs/catalog";
import { parametersOf } from "@/lib/docs/parameters";
import { offenders } from "../support/offenders";
import { filesBelow } from "../support/models/catalog";

const named = pages.map((page): [string, AnyPage] => [page.path, page]);

test("every page file is declared, and every declaration has a file", () => {
  const files = filesBelow("app", "page.tsx").map((file) => file.replace(/^app|\/\(\w+\)|\/page\.tsx$/g, "") || "/");
  expect(pages.map(({ path }) => path).toSorted()).toEqual(files.toSorted());
});

test("titles and descriptions are each page's own", () => {
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
  for (const { description } of pages) expect(description.length).toBeLessThanOrEqual(160);
});

test("the navigation has at most twelve links, and every labelled page once: as a link or as a tab of its section", () => {
  const links = navigation.flatMap((group) => group.links);
  expect(links.length).toBeLessThanOrEqual(12);
  expect(links.map(({ label }) => label)).toEqual(expect.arrayContaining(["Providers", "Retirements"]));
  const linked = links.flatMap(({ href, pages: section }) => [href, ...section.map((page) => page.href)]);
  expect(linked.toSorted()).toEqual(
    pages
      .filter(({ label }) => label !== null)
      .map(({ path }) => path)
      .toSorted(),
  );
});

test("the palette finds every page with a label, and the documents", () => {
  const found = namedPlaces.map(({ href }) => href);
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(pages.filter(({ label }) => label !== null).map(({ path }) => path)));
  expect(found).toContain("/openapi.json");
});

test("no address belongs to two pages; one that is declared as it stands belongs to its own page, as Next serves it", () => {
  for (const address of exampleAddresses) {
    const owners = pages.map(({ path }) => path).filter((path) => addressPattern(path).test(address));
    expect(owners.includes(address) ? owners.filter((path) => path === address || !path.includes("[")) : owners).toHaveLength(1);
  }
});

describe("every page", () => {
  test("has an example exactly where its path has a bracket, and then lists its instances", async () => {
    expect(
      await offenders(named, (page) => {
        const hasBracket = page.path.includes("[");
        expect(page.example !== undefined).toBe(hasBracket);
        expect(page.instances !== undefined).toBe(hasBracket && publicPages.includes(page));
      }),
    ).toEqual([]);
  });

  test("stands on endpoints of the service", async () => {
    expect(
      await offenders(named, (page) => {
        for (const { endpoint } of page.endpoints) expect(catalog()).toContain(endpoint);
      }),
    ).toEqual([]);
  });

  test("gives its endpoints parameters that they have, from parameters and parts of the path that it has", async () => {
    expect(
      await offenders(named, (page) => {
        const own = new Set([...Object.keys(page.parameters), ...Object.keys(page.example ?? {})]);
        for (const { endpoint, query = {}, takes = {} } of page.endpoints) {
          const known = new Set(parametersOf(endpoint).map(({ name }) => name));
          for (const name of [...Object.keys(query), ...Object.keys(takes)]) expect(known, `${endpoint.path} has ${name}`).toContain(name);
          for (const from of Object.values(takes)) expect(own, `${page.path} has ${from}`).toContain(from);
        }
      }),
    ).toEqual([]);
  });

  test("has a main request that can be sent as it is", async () => {
    expect(
      await offenders(named, (page) => {
        const [main] = requestsOf(page, {}, page.example);
        expect(main.isComplete).toBe(true);
        expect(main.target).not.toContain("{");
      }),
    ).toEqual([]);
  });
});
