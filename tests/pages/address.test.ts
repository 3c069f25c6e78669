import { describe, expect, test } from "vitest";
import { addressPattern, fillPath, hrefOf, hrefWith, pathValuesOf } from "@/lib/pages/address";
import { accountPage } from "@/lib/pages/account/overview";
import { modelPage } from "@/lib/pages/model";
import { modelsPage } from "@/lib/pages/models";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch } from "@/lib/pages/search";

const read = (raw: Record<string, string | string[]>) => readSearch(modelsPage, raw);

describe("reading an address", () => {
  test("gives every parameter, with its default where it is absent", () => {
    expect(read({}).values).toEqual({
      q: null,
      names: null,
      provider: null,
      cap: null,
      max: null,
      ctx: null,
      input: null,
      open: false,
      dated: false,
      score: "swe_bench",
      sort: { column: "released", direction: "desc" },
      page: 1,
      view: null,
    });
    expect(read({ sort: "input.asc", max: "0.25", ctx: "200000", open: "true", cap: "vision" }).values).toMatchObject({
      sort: { column: "input", direction: "asc" },
      max: 0.25,
      ctx: 200_000,
      open: true,
      cap: "vision",
    });
  });

  test("names every value that it does not accept, of every key, and falls back to the default", () => {
    const raw = {
      provider: "nobody",
      cap: "flying",
      max: "1e3",
      ctx: "-1",
      open: "maybe",
      score: "elo",
      sort: "input.sideways",
      page: "0",
      view: "map",
      q: "x".repeat(201),
    };
    const { values, ignored } = read(raw);
    expect(values).toEqual(read({}).values);
    expect(ignored.map((text) => text.split("=")[0]).toSorted()).toEqual(Object.keys(raw).toSorted());
    expect(ignored).toContain("sort=input.sideways");
    for (const text of ignored) expect(text.length).toBeLessThan(100);
  });

  test("takes the first of a repeated key and names the others", () => {
    const { values, ignored } = read({ cap: ["vision", "code"] });
    expect(values.cap).toBe("vision");
    expect(ignored).toEqual(["cap=code"]);
  });

  test("takes empty fields of a form for absent, and leaves keys of others alone", () => {
    expect(read({ q: "", max: " ", utm_source: "letter" })).toEqual(read({}));
  });
});

describe("the address to go back to after signing in", () => {
  const next = (text: string) => readSearch(accountPage, { next: text }).values.next;

  test("is a path of this site, with its query", () => {
    for (const path of ["/", "/account/usage?range=7", "/providers/anthropic?day=2026-11-01"]) expect(next(path)).toBe(path);
    expect(next("/models/../account")).toBe("/account");
  });

  test("is never one that leads to another host", () => {
    const hostile = [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "/%2e//evil.example",
      "javascript:alert(1)",
      "evil",
    ];
    for (const text of hostile) expect([text, next(text)]).toEqual([text, null]);
  });
});

describe("writing an address", () => {
  test("has known parameters only, in one order, without defaults", () => {
    const scrambled = read({ view: "json", sort: "released.desc", q: "a b", cap: "vision", provider: "openai", foreign: "1" });
    expect(hrefOf(modelsPage, scrambled.values)).toBe("/models?q=a+b&provider=openai&cap=vision&view=json");
  });

  test("is read back as the same values", () => {
    const { values } = read({ q: "ünï & co=?", max: "2.5", open: "true", sort: "score.asc", page: "3" });
    const search = new URL(hrefOf(modelsPage, values), "http://localhost").searchParams;
    expect(read(Object.fromEntries(search)).values).toEqual(values);
  });

  test("returns to the first page when anything but the page changes", () => {
    const { values } = read({ page: "3", cap: "vision" });
    expect(hrefWith(modelsPage, values, { cap: "code" })).toBe("/models?cap=code");
    expect(hrefWith(modelsPage, values, { page: 4 })).toBe("/models?cap=vision&page=4");
    expect(hrefWith(modelsPage, values, { view: "json" })).toBe("/models?cap=vision&view=json");
  });
});

describe("paths", () => {
  const id = "meta-llama/llama 3.1?&#";
  test("keep the slashes of an id and encode everything else", () => {
    const href = fillPath(modelPage.path, { provider: "a/b", id });
    expect(href).toBe("/models/a%2Fb/meta-llama/llama%203.1%3F%26%23");
    expect(addressPattern(modelPage.path).exec(href)?.groups).toEqual({ provider: "a%2Fb", id: "meta-llama/llama%203.1%3F%26%23" });
  });

  test("are read from what Next hands over, encoded or not", () => {
    expect(pathValuesOf({ provider: "openai", id: ["meta-llama", "llama%203.1"] })).toEqual({
      provider: "openai",
      id: "meta-llama/llama 3.1",
    });
    expect(pathValuesOf({ id: ["100%"] })).toEqual({ id: "100%" });
  });

  test("match whole addresses only", () => {
    const pattern = addressPattern("/providers/[id]");
    expect(pattern.test("/providers/openai")).toBe(true);
    for (const other of ["/providers", "/providers/", "/providers/a/b", "/x/providers/a"]) expect(pattern.test(other)).toBe(false);
  });

  test("without a value for a bracket are refused", () => {
    expect(() => fillPath(modelPage.path, { provider: "openai" })).toThrow("needs a value for id");
  });
});

test("a page's requests carry the filters that each endpoint has and name those it lacks", () => {
  const { values } = read({ q: "sonnet", cap: "vision", max: "2", open: "true", sort: "input.asc", page: "2" });
  const [main, second] = requestsOf(modelsPage, values);
  expect(main.target).toBe("/api/models?capability=vision&max_price=2&open_weights=true");
  expect(main.lacks).toEqual(["q=sonnet", "sort=input.asc"]);
  expect(second?.target).toBe("/api/benchmarks");
});
