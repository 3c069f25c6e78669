import { afterAll, beforeAll, expect, test } from "vitest";
import { agentsActivity } from "@/lib/endpoints/agents/activity";
import { startCrawlerRecorder } from "@/lib/http/crawlers/start-recorder";
import { request } from "../../support/server/request";
import { type TestDatabase, useTestDatabase } from "../../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});

afterAll(() => database.close());

test("answers zero counts before the first visit", async () => {
  const { status, body } = await request(agentsActivity);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ok: true, today_count: 0, last_updated: null, by_bot: {}, other_by_label: {}, recent: [] });
});

test("counts known crawlers by name, and forged ones and libraries apart", async () => {
  const recorder = startCrawlerRecorder(async () => database.db);
  const visit = (userAgent: string) => request(agentsActivity, "/api/agents/activity?page=1", { headers: { "user-agent": userAgent } });
  await visit("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)");
  await visit("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)");
  await visit("ClaudeBot/1.0");
  await visit("mygptbot-checker/1.0");
  await visit("python-requests/2.32.3");
  await visit("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0");
  await recorder.close();
  const { body } = await request(agentsActivity);
  expect(body.today_count).toBe(3);
  expect(body.by_bot).toEqual({ GPTBot: 2, ClaudeBot: 1 });
  expect(body.other_by_label).toEqual({ "Unknown Bot": 1, "python-requests": 1 });
  expect(body.recent[0]).toEqual({ bot: "ClaudeBot", endpoint: "/api/agents/activity", timestamp: expect.any(String) });
  expect(body.recent).toHaveLength(3);
  expect(body.last_updated).toBe(body.recent[0].timestamp);
});

test("answers the newest hits as CSV", async () => {
  const { text } = await request(agentsActivity, "/api/agents/activity?format=csv");
  expect(text.split("\n")[0]).toBe("bot,endpoint,timestamp");
});
