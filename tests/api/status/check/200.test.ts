import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { saveProbeSummaries } from "@/db/queries/probes/probe";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { summariseProbes } from "@/lib/domain/probes/probe-summary";
import { statusCheck } from "@/lib/endpoints/status/check";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { everywhere, minutesAgo, storeStates } from "../../../support/status/status-polls";
import { forgetPrepared, request } from "../../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";

type Answer = z.output<typeof statusCheck.response>;

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});

beforeEach(async () => {
  await database.db.execute(
    sql`truncate status_services, status_polls, status_transitions, status_days, incidents, sources, probe_summaries`,
  );
  forgetPrepared();
});

afterAll(() => database.close());

async function check(query: Record<string, string>): Promise<Answer> {
  forgetPrepared();
  const { status, body } = await request(statusCheck, `/api/status/check?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
}

/** Four probes of the last hour with these statuses, oldest first. */
async function storeProbes(target: string, statuses: readonly number[], newestAt = minutesAgo(1)): Promise<void> {
  const samples = statuses.map((status, index) => ({
    kind: "reach" as const,
    at: new Date(newestAt.getTime() - (statuses.length - 1 - index) * 15 * 60_000),
    outcome: status < 500 ? ("ok" as const) : ("provider_fail" as const),
    status,
    fault: null,
    dnsMs: 5,
    tcpMs: 10,
    tlsMs: 20,
    ttfbMs: 90,
    totalMs: 100,
  }));
  await saveProbeSummaries(database.db, [{ target, computedAt: newestAt, summary: summariseProbes(samples, newestAt) }]);
}

describe("GET /api/status/check for services", () => {
  test("says that all is well there where pages and probes agree", async () => {
    await storeStates(database.db, minutesAgo(1), everywhere("operational"));
    await storeProbes("openai", [200, 200, 401, 200]);
    await storeProbes("anthropic", [200, 200, 200, 200]);
    const answer = await check({ services: "openai,Anthropic" });
    expect(answer).toMatchObject({ status: "operational", likely: "you", troubled: [], models: null });
    expect(answer.verdict).toBe(
      "Both services that you named are operational by their pages and our probe: it is probably you or your network.",
    );
    expect(answer.items.map(({ asked, name, provider, disagree }) => ({ asked, name, provider, disagree }))).toEqual([
      { asked: ["openai"], name: "OpenAI API", provider: "openai", disagree: false },
      { asked: ["Anthropic"], name: "Claude API", provider: "anthropic", disagree: false },
    ]);
    expect(answer.items[0]).toMatchObject({
      page: { status: "operational", url: "https://status.openai.com" },
      probe: { says: "answering", okShare: 1, medianMs: 100, count: 4, lastHour: { count: 4, failed: 0 } },
      reason: null,
      since: null,
      incident: null,
    });
  });

  test("says who is in trouble, since when, by what the page says and what our probe saw", async () => {
    const slot = minutesAgo(30);
    const polled = {
      kind: "read" as const,
      fault: null,
      error: null,
      components: [],
      isMaintenance: false,
      validators: null,
      isSource: true,
    };
    const openai = { ...polled, service: "openai", name: "OpenAI API" };
    await storePoll(database.db, [{ ...openai, state: "operational", incidents: [] }], { slot: minutesAgo(40), now: minutesAgo(40) });
    const incident = { title: "Elevated errors", impact: "degraded" as const, startedAt: slot };
    await storePoll(database.db, [{ ...openai, state: "degraded", incidents: [incident] }], { slot, now: slot });
    await storeStates(database.db, minutesAgo(1), { openai: "degraded", anthropic: "operational" });
    await storeProbes("openai", [200, 503, 503, 503]);
    const answer = await check({ services: "anthropic,openai" });
    expect(answer).toMatchObject({ status: "degraded", likely: "them", troubled: ["OpenAI API"] });
    expect(answer.verdict).toMatch(
      /^1 of the 2 services that you named is in trouble: OpenAI API is degraded since .*\d\d:\d\d UTC \(its page: Elevated errors; our probe agrees: 3 of 4 calls of the last hour failed\): it is them\.$/,
    );
    expect(answer.items[1]).toMatchObject({
      status: "degraded",
      since: slot.toISOString(),
      incident: { title: "Elevated errors", started_before: false },
      disagree: false,
    });
  });

  test("believes a probe that fails over a page that reports nothing, and says that they disagree", async () => {
    await storeStates(database.db, minutesAgo(1), { groq: "operational" });
    await storeProbes("groq", [200, 503, 503, 503]);
    const answer = await check({ services: "groq" });
    expect(answer).toMatchObject({ status: "degraded", likely: "them" });
    expect(answer.items[0]).toMatchObject({ status: "degraded", page: { status: "operational" }, disagree: true });
  });

  test("takes neither an old check nor an old probe for current", async () => {
    await storeStates(database.db, minutesAgo(5), { openai: "down" });
    await storeProbes("openai", [503, 503, 503], minutesAgo(40));
    const answer = await check({ services: "openai" });
    expect(answer).toMatchObject({ status: "unknown", likely: "unclear", troubled: [] });
    expect(answer.items[0]).toMatchObject({
      status: "unknown",
      reason: "stale",
      since: null,
      incident: null,
      page: { status: "unknown" },
      probe: null,
      disagree: null,
    });
  });

  test("does not call a service operational whose page was not read, though our probe gets through", async () => {
    await storeStates(database.db, minutesAgo(1), { openai: "unknown" });
    await storeProbes("openai", [200, 200, 200, 200]);
    const answer = await check({ services: "openai" });
    expect(answer).toMatchObject({ status: "unknown", likely: "unclear" });
    expect(answer.items[0]).toMatchObject({ status: "unknown", reason: "unreachable", probe: { says: "answering" }, disagree: null });
  });

  test("is unknown before the first poll", async () => {
    expect(await check({ services: "openai" })).toMatchObject({ status: "unknown", items: [{ reason: "stale" }] });
  });

  test("folds several names of one service before they are counted", async () => {
    await storeStates(database.db, minutesAgo(1), everywhere("operational"));
    const { items } = await check({ services: "openai,OPENAI,OpenAI API,openai" });
    expect(items.map(({ asked, name }) => ({ asked, name }))).toEqual([{ asked: ["openai", "OpenAI API"], name: "OpenAI API" }]);
    const repeated = await check({ services: Array.from({ length: 30 }, () => "groq").join(",") });
    expect(repeated.items).toHaveLength(1);
  });

  test("answers for a provider of which no service is followed with what our probe saw", async () => {
    const unprobed = await check({ services: "sambanova" });
    expect(unprobed).toMatchObject({
      status: "unknown",
      items: [{ provider: "sambanova", status: "unknown", reason: "not_followed", page: null, probe: null, disagree: null }],
    });
    await storeProbes("sambanova", [200, 200, 200, 200]);
    expect((await check({ services: "sambanova" })).items[0]).toMatchObject({ status: "unknown", probe: { says: "answering" } });
    await storeProbes("sambanova", [503, 503, 503, 503]);
    expect((await check({ services: "sambanova" })).items[0]).toMatchObject({ status: "degraded", reason: "not_followed" });
  });

  test("tells of an incident in one region of a service that is operational as a whole", async () => {
    const slot = minutesAgo(1);
    const event = { title: "Increased Error Rates", startedAt: slot.toISOString() };
    const components = [
      { name: "API", status: "operational" as const, rawStatus: null, isCore: true },
      { name: "Amazon Bedrock (UAE)", status: "down" as const, rawStatus: "3", isCore: false, event },
    ];
    const polled = {
      kind: "read" as const,
      fault: null,
      error: null,
      incidents: [],
      isMaintenance: false,
      validators: null,
      isSource: true,
    };
    await storePoll(database.db, [{ ...polled, service: "aws-bedrock", name: "Amazon Bedrock", state: "operational", components }], {
      slot,
      now: slot,
    });
    const answer = await check({ services: "bedrock" });
    expect(answer).toMatchObject({ status: "operational", likely: "unclear" });
    expect(answer.verdict).toContain("but Amazon Bedrock (UAE) is down: that may be why.");
  });
});

test("a planned maintenance is no trouble, and is told of", async () => {
  const slot = minutesAgo(1);
  const polled = { kind: "read" as const, fault: null, error: null, incidents: [], components: [], validators: null, isSource: true };
  await storePoll(database.db, [{ ...polled, service: "groq", name: "Groq API", state: "operational", isMaintenance: true }], {
    slot,
    now: slot,
  });
  const answer = await check({ services: "groq" });
  expect(answer).toMatchObject({ status: "operational", likely: "unclear", items: [{ maintenance: true }] });
  expect(answer.verdict).toContain("but a planned maintenance of Groq API goes on: that may be why.");
});

describe("GET /api/status/check for models", () => {
  test("asks the services of whoever sells the listing that a name means", async () => {
    await storeStates(database.db, minutesAgo(1), { ...everywhere("operational"), "azure-openai": "down" });
    const answer = await check({ models: "azure/gpt-5,gpt-5,gpt-5-mini" });
    expect(answer.models?.map((model) => (model.matched ? [model.query, model.id, model.provider] : null))).toEqual([
      ["azure/gpt-5", "azure/gpt-5", "azure"],
      ["gpt-5", "openai/gpt-5", "openai"],
      ["gpt-5-mini", "openai/gpt-5-mini", "openai"],
    ]);
    expect(answer.items.map(({ asked, name, status }) => [asked, name, status])).toEqual([
      [["azure/gpt-5"], "Azure OpenAI", "down"],
      [["gpt-5", "gpt-5-mini"], "OpenAI API", "operational"],
    ]);
    expect(answer).toMatchObject({ status: "down", likely: "them", troubled: ["Azure OpenAI"] });
  });

  test("gives the resolver's refusals with their candidates, and calls nothing operational for them", async () => {
    await storeStates(database.db, minutesAgo(1), everywhere("operational"));
    const answer = await check({ models: "gpt-5,azure/o1-preview" });
    expect(answer).toMatchObject({ status: "unknown", likely: "unclear" });
    expect(answer.models?.[1]).toMatchObject({ matched: false, query: "azure/o1-preview", reason: "model_not_found" });
    expect(answer.verdict).toContain("but 1 of the names means no one model: it could be you or them.");
    expect(await check({ models: "no-such-model-at-all" })).toMatchObject({
      status: "unknown",
      items: [],
      verdict: "No name means one model here: nothing was checked.",
    });
  });

  test("says with the resolver's note whose listing was taken", async () => {
    const { models } = await check({ models: "litellm_proxy/gpt-4o" });
    expect(models?.[0]).toMatchObject({ provider: "openai", match_note: expect.stringContaining("at openai") });
  });

  test("is unknown, with the reason, for a model whose seller has no followed service", async () => {
    await storeStates(database.db, minutesAgo(1), everywhere("operational"));
    const { status, items, models } = await check({ models: "sambanova/Meta-Llama-3.3-70B-Instruct" });
    expect(models?.[0]).toMatchObject({ matched: true, provider: "sambanova" });
    expect({ status, items }).toMatchObject({ status: "unknown", items: [{ provider: "sambanova", reason: "not_followed", page: null }] });
  });
});
