import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sumStoredWork } from "@/db/queries/freshness/monitoring";
import { httpCall, type HttpAnswer } from "../../support/server/http-call";
import { fundedToken } from "../../support/money/money";
import { moneyWorld, type MoneyWorld } from "../../support/money/money-world";
import { ensureBuild, startServer, type TestServer } from "../../support/server/server";

const METRICS_TOKEN = "metrics-token-of-the-test-0123456789";
const DASHBOARD = join(import.meta.dirname, "../../../lib/server/deploy/grafana-dashboard.json");

let world: MoneyWorld;
let server: TestServer;
/** Credits of all customers, before the calls. */
let credits: number;

beforeAll(async () => {
  await ensureBuild();
  world = await moneyWorld("pg");
  const token = await world.reading((db) => fundedToken(db, 5));
  credits = (await world.reading(sumStoredWork)).creditsPosted;
  server = await startServer({ ...world.variables, METRICS_TOKEN, LOG_REQUESTS: "true", LOG_LEVEL: "info" });
  const authorization = `Bearer ${token.token}`;
  const targets = [
    "/api/models",
    "/api/models",
    "/api/models",
    "/api/history/1999-01-01/models",
    "/api/nobody-declared-this-1234",
    "/gpus",
  ];
  for (const target of targets) await httpCall(server.port, { target });
  await httpCall(server.port, { target: "/api/premium/routing?task=code", headers: { authorization } });
  await httpCall(server.port, { target: "/api/premium/routing?task=code" });
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

const ask = (headers: Record<string, string>): Promise<HttpAnswer> => httpCall(server.port, { target: "/api/metrics", headers });
const withToken = (): Promise<HttpAnswer> => ask({ authorization: `Bearer ${METRICS_TOKEN}` });

interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

function samplesIn(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", of = ""]) => [label, of])),
    value: Number(value),
  }));
}

const samples = async (): Promise<Sample[]> => samplesIn((await withToken()).text);

/** The sum over all samples with these labels. */
async function count(name: string, labels: Readonly<Record<string, string>>): Promise<number> {
  const hasAll = (sample: Sample): boolean => Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
  return (await samples()).filter((sample) => sample.name === name && hasAll(sample)).reduce((sum, { value }) => sum + value, 0);
}

describe("the metrics", () => {
  test("count the answers of all threads by route pattern and status, and how long they took", async () => {
    const requests = (labels: Record<string, string>) => count("aed_http_requests_total", labels);
    expect(await requests({ route: "/api/models", status: "200" })).toBe(3);
    expect(await requests({ route: "/api/models", answered_by: "main" })).toBeGreaterThan(0);
    expect(await count("aed_prepared_hits_total", {})).toBeGreaterThanOrEqual(1);
    expect(await requests({ route: "/gpus", answered_by: "pages", status: "200" })).toBe(1);
    expect(await requests({ route: "/api/premium/routing", status: "402" })).toBe(1);
    expect(await count("aed_http_request_seconds_count", { route: "/api/models" })).toBe(3);
    const threads = (await samples()).filter(({ name }) => name === "aed_event_loop_delay_seconds").map(({ labels }) => labels.thread);
    expect([...new Set(threads)].toSorted()).toEqual(["main", "pages"]);
  });

  test("have no path of a caller among their labels", async () => {
    const { text } = await withToken();
    expect(text).not.toMatch(/nobody-declared|1999-01-01/);
    expect(await count("aed_http_requests_total", { route: "other", status: "404" })).toBe(1);
  });

  test("say what was charged, what is on hold and what the ledger holds", async () => {
    expect(await count("aed_paid_calls_total", {})).toBe(1);
    expect(await count("aed_holds_opened_total", {})).toBe(1);
    const charged = await count("aed_credits_charged_total", {});
    expect(await count("aed_ledger_credits", { side: "posted" })).toBe(credits - charged);
    expect(await count("aed_holds_open", {})).toBe(0);
    expect(await count("aed_database_up", {})).toBe(1);
    // No host of sources is in trouble in this world. Then the metric has no sample, rather than one with the value 0.
    expect((await samples()).filter(({ name }) => name === "aed_breaker_open")).toEqual([]);
    expect(await count("aed_resident_memory_bytes", {})).toBeGreaterThan(50_000_000);
  });

  test("are in Prometheus' format", async () => {
    const { headers, text, status } = await withToken();
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
      "private, no-store",
    ]);
    // A metric without values ends with an empty line.
    const lines = text.split("\n").filter((line) => line !== "");
    for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\\]*",?)+\})? [-+\w.]+)$/);
  });
});

describe("who may read them", () => {
  test("is whoever has the token, through any proxy", async () => {
    expect((await withToken()).status).toBe(200);
  });

  test.each([
    ["no token", {}],
    ["another token", { authorization: `Bearer ${METRICS_TOKEN}x` }],
    ["a claim to be local", { "x-client-local": "yes", "x-forwarded-for": "127.0.0.1" }],
  ])("is nobody with %s", async (_, headers) => {
    const { status, text } = await ask(headers);
    expect([status, JSON.parse(text).error]).toEqual([403, "operator_only"]);
  });
});

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]) })),
});

describe("the dashboard", () => {
  const { panels } = Dashboard.parse(JSON.parse(readFileSync(DASHBOARD, "utf8")));
  const queries = panels.flatMap(({ targets }) => targets);

  test("queries every metric, and no other", async () => {
    const { text } = await withToken();
    const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => (kind === "histogram" ? `${name}_bucket` : name));
    const queried = new Set(queries.flatMap(({ expr }) => expr.match(/\baed_\w+/g) ?? []));
    expect([...queried].toSorted()).toEqual(declared.toSorted());
  });

  test("groups and names by labels that the metric has", async () => {
    const labels = new Map<string, Set<string>>();
    for (const { name, labels: own } of await samples()) labels.set(name, new Set([...(labels.get(name) ?? []), ...Object.keys(own)]));
    for (const { expr, legendFormat } of queries) {
      const [metric = ""] = expr.match(/\baed_\w+/) ?? [];
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
      const known = labels.get(metric);
      if (known) expect([...known], expr).toEqual(expect.arrayContaining([...grouped, ...named]));
    }
  });
});

describe("the log of requests", () => {
  const Line = z.object({ request_id: z.string(), route: z.string(), path: z.string(), status: z.int(), ms: z.number() });

  test("has one line for each, with the id that its answer shows, and neither query nor credential", async () => {
    const answer = await httpCall(server.port, { target: "/api/status?marker=not-for-the-log", headers: { "x-any": "nor-this" } });
    const id = String(answer.headers["x-request-id"]);
    const lineOf = (): string[] =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes(id));
    await expect.poll(lineOf).toHaveLength(1);
    expect(Line.parse(JSON.parse(lineOf()[0] ?? ""))).toMatchObject({ route: "/api/status", path: "/api/status", status: 200 });
    expect(server.output()).not.toMatch(/not-for-the-log|nor-this|marker=/);
  });

  test("names the receipt of a paid call", () => {
    const paid = server
      .output()
      .split("\n")
      .find((line) => line.includes('"route":"/api/premium/routing"') && line.includes('"receipt"'));
    expect(paid).toMatch(/"receipt":"[\w-]+"/);
  });
});
