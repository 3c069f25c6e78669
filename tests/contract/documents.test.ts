import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFairTrade, apiDescription, freshness, llms, llmsFull, meta, robots, security } from "@/lib/docs/catalog";
import { env } from "@/lib/config/env";
import { AI_CRAWLERS, securityText } from "@/lib/docs/site-files";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { description, everything, llms as llmsText, meta as metaOf, site } from "../support/models/catalog";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { request, type Answer } from "../support/server/request";

let opened: TestDatabase;
const answers = new Map<string, Answer>();
const documents: AnyEndpoint[] = [meta, freshness, apiDescription, llms, llmsFull, agentFairTrade, robots];

beforeAll(async () => {
  opened = await useTestDatabase();
  for (const document of documents) answers.set(document.path, await request(document));
});
afterAll(() => opened.close());

const answerOf = (document: AnyEndpoint): Answer => answers.get(document.path) as Answer;

describe("every document", () => {
  test.each(documents.map((document): [string, AnyEndpoint] => [document.path, document]))(
    "%s is served without local paths and without the name of another data service",
    (_, document) => {
      const { status, text } = answerOf(document);
      expect(status).toBe(200);
      expect(text).not.toMatch(/(^|[\s"'(])\/(work|tmp|home|root|usr|var)\//m);
      expect(text).not.toMatch(/node_modules|undefined|\[object Object\]|NaN/);
      const words = new Set(text.toLowerCase().match(/[a-z]{6,}/g));
      const digests = [...words].map((word) => createHash("sha256").update(word).digest("hex"));
      expect(digests).not.toContain("9180f3ccfde4cd5767bf6cd7d92cc6db82284bc7c30c34fa6f3691a753de3554");
    },
  );

  test.each([meta, apiDescription, llms, llmsFull, agentFairTrade].map((document): [string, AnyEndpoint] => [document.path, document]))(
    "%s states the inference-only licence",
    (_, document) => {
      expect(answerOf(document).text).toContain("inference-only");
    },
  );
});

describe("/openapi.json", () => {
  test("is valid OpenAPI 3.1.0 for two independent validators", async () => {
    const { body } = answerOf(apiDescription);
    expect(await new Validator().validate(structuredClone(body))).toEqual({ valid: true });
    expect(await validate(structuredClone(body))).toMatchObject({ valid: true, warnings: [] });
    expect([body.openapi, body.info.version, body.security]).toEqual(["3.1.0", "1.0.0", []]);
    expect(body.components.securitySchemes.bearerAuth).toMatchObject({ type: "http", scheme: "bearer" });
  });

  test("closes every object of our answers, so that nothing undocumented can be sent", () => {
    const open: string[] = [];
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== "object" || value === null) return;
      const schema = value as Record<string, unknown>;
      if (schema.type === "object" && schema.properties && schema.additionalProperties === undefined && !/Problem(\/|$)/.test(at)) {
        open.push(at);
      }
      for (const [key, inner] of Object.entries(schema)) walk(inner, `${at}/${key}`);
    };
    const { paths, components } = description as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      components: { schemas: unknown };
    };
    for (const [path, item] of Object.entries(paths)) for (const { responses } of Object.values(item)) walk(responses["200"], path);
    walk(components.schemas, "#");
    expect(open).toEqual([]);
  });
});

describe("/api/meta", () => {
  const limits = (applies: RegExp) =>
    metaOf.limits
      .filter(({ limit, applies_to }) => applies.test(`${limit} of ${applies_to}`))
      .map(({ min, max, default: defaultValue }) => [min, max, defaultValue]);

  test("contains every number of the specification's table of limits", () => {
    expect(metaOf.rate_limits.free).toMatchObject({ requests: 120, window_seconds: 60 });
    expect(limits(/^preview routing/)).toEqual([[null, 5, null]]);
    expect(limits(/^premium routing rate/)).toEqual([[null, null, null]]);
    expect(limits(/^news limit/)).toEqual([[1, 200, 50]]);
    expect(limits(/^watch lifetime/)).toEqual([[null, 90, null]]);
    expect(limits(/^fire_cap/)).toEqual([[1, 1000, 100]]);
    expect(limits(/^purchases/)).toEqual([[null, 100, null]]);
    expect(limits(/^date range of attention/)).toEqual([[null, 90, 30]]);
    expect(limits(/^date range of verified/)).toEqual([[null, 30, null]]);
    expect(limits(/^min_sources/)).toEqual([[2, 50, 4]]);
    expect(limits(/^top_n/)).toEqual([[1, 10, 5]]);
    expect(limits(/^ids/)).toEqual([[2, 5, null]]);
    expect(limits(/^model of/)).toEqual([[1, 10, null]]);
    expect(limits(/^(lookback|horizon)/)).toEqual([
      [7, 90, 30],
      [1, 30, 7],
    ]);
    expect(limits(/^(days|news_limit)/)).toEqual([
      [1, 7, 1],
      [1, 25, 10],
    ]);
    expect(limits(/^price/)).toEqual([[1, 10, null]]);
    const prices = metaOf.endpoints.filter(({ access }) => access === "premium").map(({ credits }) => credits);
    expect(prices.filter((credits) => credits < 1 || credits > 10)).toEqual([]);
    expect(limits(/^snippet/)).toEqual([[null, 200, null]]);
  });

  test("types no bound of a limit itself: each comes from where it is declared", () => {
    const source = readFileSync(new URL("../../lib/docs/limits.ts", import.meta.url), "utf8");
    expect(source.match(/\b(min|max|default): [\d.]+/g)).toBeNull();
  });

  test("describes every endpoint with method, path, access, price and rate limit", () => {
    for (const endpoint of metaOf.endpoints) {
      expect(endpoint).toMatchObject({
        method: expect.stringMatching(/^(GET|POST|DELETE)$/),
        path: expect.stringMatching(/^\//),
        access: expect.any(String),
        credits: expect.any(Number),
        rate_limit: expect.any(String),
      });
    }
    expect(answerOf(meta).body).toMatchObject({ ok: true, site: expect.any(String), sanitization: { status: "enabled" } });
  });
});

describe("/llms.txt", () => {
  test("has the form of llmstxt.org: one title, a quote, text, then sections of links only", () => {
    const [head = "", ...sections] = llmsText.split(/^## /m);
    expect(head).toMatch(/^# Test Data\n\n> .+\n\n/);
    expect(head.match(/^#/gm)).toHaveLength(1);
    for (const section of sections) {
      const [title = "", ...lines] = section
        .trim()
        .split("\n")
        .filter((line) => line !== "");
      expect(title.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/data\.example\.org\/\S*\): .+$/);
    }
  });

  test("asks callers for a User-Agent, and states the payment address and its terms", () => {
    expect(llmsText).toMatch(/descriptive User-Agent/);
    expect(llmsText).toMatch(/Payment address/);
    expect(llmsText).toMatch(/non-refundable/);
    expect(llmsText).toMatch(/Do not send funds if this line and the operator's profile differ/);
  });
});

describe("/.well-known/agent-fair-trade.json", () => {
  test("has all required members and ok", () => {
    const { body } = answerOf(agentFairTrade);
    expect(body).toMatchObject({
      ok: true,
      version: "1.0",
      publisher: { name: expect.any(String), url: expect.any(String) },
      self_description: expect.any(String),
      receipts: { signed: everything.some(({ access }) => access.kind === "premium") },
      pricing: { transparent: true, listed_at: expect.any(String) },
      data_license: { type: "inference-only" },
      deprecation: { notice_days: 90 },
    });
    const ids = body.no_charge_guarantees.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["5xx", "circuit_breaker", "schema_validation_failure", "stale_data"]));
  });
});

describe("/.well-known/security.txt", () => {
  const fieldsAt = (now: Date, contact = "ops@example.org") => {
    const text = securityText({ ...site, operator: { ...site.operator, contact } }, now);
    return new Map(
      text
        .trim()
        .split("\n")
        .map((line) => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
    );
  };

  test.each([
    ["ops@example.org", "mailto:ops@example.org"],
    ["https://example.org/contact", "https://example.org/contact"],
    ["+1 555 0100", "tel:+15550100"],
  ])("turns the contact %j into the URI %s", (contact, uri) => {
    expect(fieldsAt(new Date("2026-11-21T12:00:00Z"), contact).get("Contact")).toBe(uri);
  });

  test("is left out, and not listed, until a contact is set", async () => {
    const without = { ...site, operator: { ...site.operator, contact: null } };
    expect(() => securityText(without, new Date())).toThrow(expect.objectContaining({ code: "not_found", status: 404 }));
    expect(env().OPERATOR_CONTACT).toBeUndefined();
    const { status, body } = await request(security, "/.well-known/security.txt");
    expect([status, body.error]).toEqual([404, "not_found"]);
    expect(JSON.stringify((await request(meta, "/api/meta")).body)).not.toContain("security.txt");
  });

  test("expires in less than a year, never in the past, at the same time all day", () => {
    const morning = new Date("2026-11-21T00:00:00Z");
    const evening = new Date("2026-11-21T23:59:59.999Z");
    expect(fieldsAt(morning)).toEqual(fieldsAt(evening));
    const expires = Date.parse(fieldsAt(evening).get("Expires") ?? "");
    expect(expires).toBeGreaterThan(evening.getTime());
    expect(expires - morning.getTime()).toBeLessThan(365 * 86_400_000);
  });
});

describe("robots.txt", () => {
  test("robots.txt allows AI crawlers to read everything public", () => {
    const { text } = answerOf(robots);
    expect(AI_CRAWLERS).toEqual(expect.arrayContaining(["GPTBot", "ClaudeBot", "PerplexityBot", "Google-Extended"]));
    for (const name of AI_CRAWLERS) expect(text).toContain(`User-agent: ${name}\n`);
    expect(text.match(/^Allow: \/$/gm)?.length).toBe(2);
    expect(text.match(/^Disallow: .+$/gm)).toEqual(["Disallow: /api/cron/", "Disallow: /api/cron/"]);
    expect(text).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
  });
});
