import { XMLParser, XMLValidator } from "fast-xml-parser";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uptimeEmbed } from "@/lib/docs/embed-uptime";
import { badgeText, drawBadge } from "@/lib/domain/badges/draw-badge";
import { formatPrice } from "@/lib/domain/pages/format";
import { priceBadge } from "@/lib/endpoints/badge/price/[provider]/[...model]";
import { statusBadge } from "@/lib/endpoints/badge/status/[provider]";
import { models } from "@/lib/endpoints/models";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { forgetPrepared, request, type Answer } from "../../support/server/request";
import { everywhere, minutesAgo, storeStates } from "../../support/status/status-polls";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});
beforeEach(async () => {
  await database.db.execute(sql`truncate status_services, status_polls, status_transitions, status_days, incidents`);
  forgetPrepared();
});
afterAll(() => database.close());

const statusOf = (file: string): Promise<Answer> => request(statusBadge, `/api/badge/status/${file}`, { params: { provider: file } });
const priceOf = (provider: string, file: string): Promise<Answer> =>
  request(priceBadge, `/api/badge/price/${provider}/${file}`, { params: { provider, model: file } });

/** What the picture says, to the eye and to the ear. */
function saidBy({ text }: Answer): string {
  expect(XMLValidator.validate(text)).toBe(true);
  const { svg } = new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(text) as {
    svg: { title: string; "@_aria-label": string; text: { "#text": string }[] };
  };
  const [label, value] = svg.text.map((part) => part["#text"]);
  expect([svg.title, svg["@_aria-label"]]).toEqual([`${label}: ${value}`, `${label}: ${value}`]);
  return svg.title;
}

describe("GET /api/badge/status/{provider}.svg", () => {
  test.each(["operational", "degraded", "down", "unknown"] as const)("says %s as the status page says it", async (state) => {
    await storeStates(database.db, minutesAgo(1), everywhere(state));
    const badge = await statusOf("anthropic.svg");
    expect([badge.status, badge.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    expect(badge.headers.get("cache-control")).toMatch(/^public, max-age=120/);
    expect(saidBy(badge)).toBe(`Anthropic: ${state}`);
    expect(badge.text.length).toBeLessThan(1500);
    expect(badge.text).toContain("@media(prefers-color-scheme:dark)");
  });

  test("is unknown before the first check, after checks have stopped, and for a provider without a status page", async () => {
    expect(saidBy(await statusOf("anthropic.svg"))).toBe("Anthropic: unknown");
    await storeStates(database.db, minutesAgo(8), everywhere("operational"));
    forgetPrepared();
    expect(saidBy(await statusOf("anthropic.svg"))).toBe("Anthropic: unknown");
  });

  test("refuses a name that nobody has and a path without its extension", async () => {
    const unknown = await statusOf("nobody-is-called-so.svg");
    expect([unknown.status, unknown.body.error]).toEqual([404, "provider_not_found"]);
    expect((await statusOf("anthropic")).status).toBe(400);
    expect((await statusOf("anthropic.png")).status).toBe(400);
  });
});

describe("GET /api/badge/price/{provider}/{model}.svg", () => {
  test("has the prices of the list, for every model of a provider whose ids have slashes too", async () => {
    const { providers } = (await request(models, "/api/models?include=hosts")).body;
    const listed = providers.flatMap((provider: { id: string; models: { id: string; inputPrice: number; outputPrice: number }[] }) =>
      provider.models.map((model) => ({ provider: provider.id, ...model })),
    );
    const slashed = listed.filter(({ id }: { id: string }) => id.includes("/")).slice(0, 5);
    expect(slashed.length).toBeGreaterThan(0);
    for (const { provider, id, inputPrice, outputPrice } of [...listed.slice(0, 5), ...slashed]) {
      const badge = await priceOf(provider, `${id}.svg`);
      expect(saidBy(badge)).toContain(`${formatPrice(inputPrice)} in, ${formatPrice(outputPrice)} out per 1M tokens`);
    }
  });

  test("says a price that is not published to be unknown, and refuses a model that is not listed", async () => {
    const { providers } = (await request(models, "/api/models?include=hosts")).body;
    const isUnpriced = ({ inputPrice, outputPrice, status }: Record<string, unknown>): boolean =>
      inputPrice === null && outputPrice === null && status === "active";
    const provider = providers.find(({ unpriced }: { unpriced: Record<string, unknown>[] }) => unpriced.some(isUnpriced));
    const model = provider.unpriced.find(isUnpriced);
    expect(saidBy(await priceOf(provider.id, `${model.id}.svg`))).toContain("price unknown");
    const missing = await priceOf("anthropic", "no-such-model.svg");
    expect([missing.status, missing.body.error]).toEqual([404, "model_not_found"]);
  });
});

test("text from outside stays text", () => {
  const label = `<script>&"'\u0000\u202e${"x".repeat(100)}`;
  const drawn = drawBadge({ label, value: "]]><!--", tone: "plain" });
  expect(XMLValidator.validate(drawn)).toBe(true);
  expect(drawn).not.toMatch(/<script|<!--/);
  expect(drawn).not.toContain("\u0000");
  expect(badgeText({ label: "A", value: "b" })).toBe("A: b");
});

describe("GET /embed/uptime/{provider}", () => {
  test("may be framed by anybody, has no script, and says days without data to be without data", async () => {
    const { status, headers, text } = await request(uptimeEmbed, "/embed/uptime/anthropic", { params: { provider: "anthropic" } });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors \*$/);
    expect(headers.get("set-cookie")).toBeNull();
    expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(text).toContain("Unknown: none of 30 days has data.");
    expect(text).toContain("30 without data");
  });

  test("names a provider that nobody knows in its refusal", async () => {
    const { status, body } = await request(uptimeEmbed, "/embed/uptime/nobody", { params: { provider: "nobody-is-called-so" } });
    expect([status, body.error]).toEqual([400, "invalid_parameter"]);
  });
});
