import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapEmbed, priceEmbed } from "@/lib/docs/embed-pictures";
import { mapImage } from "@/lib/endpoints/picture/map-svg";
import { priceImage } from "@/lib/endpoints/picture/price/[provider]/[...model]";
import { models } from "@/lib/endpoints/models";
import { capability } from "@/lib/endpoints/capability";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { ABILITY, modelMap } from "@/lib/domain/models/model-map";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import type { AnswerOf } from "@/lib/pages/answer";
import { abilityMap } from "@/lib/loaders/models/ability-map";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request, type Answer } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});
afterAll(() => database.close());

const MODEL = { provider: "anthropic", model: "claude-opus-4-5" };

type Headers = Record<string, string>;

const mapOf = (query = "", headers: Headers = {}): Promise<Answer> => request(mapImage, `${mapImage.path}${query}`, { headers });
const priceOf = (provider: string, file: string, query = "", headers: Headers = {}): Promise<Answer> =>
  request(priceImage, `/api/picture/price/${encodeURIComponent(provider)}/${encodeURIComponent(file)}${query}`, {
    params: { provider, model: file },
    headers,
  });

/** The attributes of the root of a picture that a parser of XML accepts. */
function rootOf({ text }: Answer): Record<string, string> {
  expect(XMLValidator.validate(text)).toBe(true);
  return (new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(text) as { svg: Record<string, string> }).svg;
}

const SCRIPT = /<script|javascript:|\son\w+=|<foreignObject/i;
/** All that a picture names elsewhere is where it leads. */
const isSelfContained = (text: string): boolean => !/url\(|@import|<image|<use|xlink/i.test(text.replaceAll(/<a href="[^"]*"/g, ""));

const PICTURES = [
  ["map", mapOf],
  ["price course", (query: string, headers?: Headers) => priceOf(MODEL.provider, `${MODEL.model}.svg`, query, headers)],
] as const;

describe.each(PICTURES)("the %s as SVG", (_, ask) => {
  test("is well-formed, has no script, needs nothing else and says what it shows", async () => {
    const answer = await ask("");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    const root = rootOf(answer);
    expect([root["@_role"], root["@_xmlns"], root["@_aria-label"]]).toEqual(["img", "http://www.w3.org/2000/svg", root.desc]);
    expect(answer.text).not.toMatch(SCRIPT);
    expect(isSelfContained(answer.text)).toBe(true);
    expect(answer.text).toMatch(/<a href="https?:\/\/[^"]+\/models\//);
    expect(answer.text.length).toBeLessThan(60_000);
  });

  test("is asked for again by its tag, and says what it may load", async () => {
    const answer = await ask("");
    const etag = answer.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    expect((await ask("", { "if-none-match": etag })).status).toBe(304);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  });

  test("follows the reader's theme, or the one that is asked for", async () => {
    const [reader, light, dark] = await Promise.all([ask(""), ask("?theme=light"), ask("?theme=dark")]);
    for (const answer of [reader, light, dark]) rootOf(answer);
    expect(reader.text).toContain("prefers-color-scheme:dark");
    expect(light.text + dark.text).not.toContain("prefers-color-scheme");
    expect(light.text).toContain("--surface:#ffffff");
    expect(dark.text).toContain("--surface:#13171d");
    expect((await ask("?theme=blue")).status).toBe(400);
  });

  test("is drawn for phones too", async () => {
    const [wide, narrow] = await Promise.all([ask(""), ask("?size=narrow")]).then((both) => both.map(rootOf));
    expect(Number(narrow?.["@_width"])).toBeLessThanOrEqual(320);
    expect(Number(wide?.["@_width"])).toBeGreaterThan(500);
  });
});

test("the map's picture has the models and the frontier that the page has", async () => {
  const [list, able, scored] = await Promise.all([
    request(models, "/api/models"),
    request(capability, "/api/capability"),
    request(benchmarks, "/api/benchmarks"),
  ]);
  const known = { scored: scored.body.models, able: able.body.models };
  const page = modelMap(known, scoredListings(list.body.providers as AnswerOf<typeof models>["providers"]), {
    y: ABILITY,
    x: "blended",
    mix: 50,
    makers: null,
  });
  const drawn = await abilityMap(database.db, new Date());
  const inOrder = (plotted: typeof page.plotted) => plotted.toSorted((a, b) => a.key.localeCompare(b.key, "en"));
  expect(page.plotted.length).toBeGreaterThan(10);
  expect(inOrder(drawn.plotted)).toEqual(inOrder(page.plotted));
  expect(drawn.frontier).toEqual(page.frontier);
});

test("models that nobody lists have no picture, whatever they are called", async () => {
  for (const file of [
    "nobody-calls-one-so.svg",
    "<script>alert(1)</script>.svg",
    "..%2f..%2fetc.svg",
    "\u202e.svg",
    `${"x".repeat(190)}.svg`,
  ]) {
    const answer = await priceOf("anthropic", file);
    expect([file, answer.status, answer.body.error]).toEqual([file, 404, "model_not_found"]);
  }
  expect((await priceOf("anthropic", "\u0000.svg")).status).toBe(400);
  expect((await priceOf("anthropic", "claude-opus-4-5.png")).status).toBe(400);
  expect((await priceOf("nobody", "gpt.svg")).status).toBe(400);
  const unknown = { params: { provider: "anthropic", model: "none" } };
  expect((await request(priceEmbed, "/embed/price/anthropic/none", unknown)).status).toBe(404);
});

describe.each([
  ["map", (query: string) => request(mapEmbed, `${mapEmbed.path}${query}`)],
  ["price course", (query: string) => request(priceEmbed, `/embed/price/anthropic/claude-opus-4-5${query}`, { params: MODEL })],
] as const)("the frame of the %s", (_, ask) => {
  test("may be framed by anybody, has no script and sets no cookie", async () => {
    const { status, headers, text } = await ask("");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors \*$/);
    expect([headers.get("set-cookie"), headers.get("x-frame-options")]).toEqual([null, null]);
    expect(text).not.toMatch(SCRIPT);
    expect(text).toMatch(/<a href="https?:\/\/[^"]+\/models\/[^"]+" target="_blank" rel="noopener">/);
  });

  test("has the theme that is asked for", async () => {
    expect((await ask("?theme=dark")).text).toContain(":root{color-scheme:dark;--surface:#13171d");
    expect((await ask("?theme=light")).text).toContain(":root{color-scheme:light;--surface:#ffffff");
  });
});
