import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { modelEol } from "@/lib/docs/model-eol";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { models } from "@/lib/endpoints/models";
import { retirements } from "@/lib/endpoints/models/retirements";
import { retirementsCalendar } from "@/lib/endpoints/models/retirements-ics";
import { retirementsJson } from "@/lib/endpoints/models/retirements-json";
import { retirementsXml } from "@/lib/endpoints/models/retirements-xml";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { storeRetirements } from "@/lib/ingest/models/retirements/store-retirements";
import type { Retirement } from "@/lib/schemas/models/retirement";
import { aStatement } from "../../support/models/retirement-documents";
import { forgetPrepared, request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

const TODAY = utcDay(new Date());
const SOON = addDays(TODAY, 20);
const LATER = addDays(TODAY, 200);
const PAST = addDays(TODAY, -20);
const TRAPS = 'Ends; "really", says the host, a\\b\nBEGIN:VEVENT';

let database: TestDatabase;

const read = (day: string, statements: Parameters<typeof aStatement>[0][]) =>
  storeRetirements(database.db, {
    now: new Date(`${day}T06:00:00Z`),
    readings: new Map([["openai", { statements: statements.map((one) => aStatement(one)), readAt: new Date(`${day}T06:00:00Z`) }]]),
  });

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
  const soon = { model: "gpt-4o-soon", retiresOn: SOON, replacement: "gpt-5", announcedOn: addDays(TODAY, -60) };
  await read(addDays(TODAY, -9), [soon]);
  await read(addDays(TODAY, -8), [
    { ...soon, retiresOn: LATER },
    { model: "gpt-4-past", retiresOn: PAST, options: ["gpt-5", "gpt-5-mini"] },
    { model: "gpt-4o-lasting", state: "active", retiresOn: LATER, precision: "earliest" },
    { model: "gpt-trap", retiresOn: SOON, replacement: TRAPS },
    { model: "gpt-routed", retiresOn: SOON, after: "rerouted_to", reroutedTo: "gpt-5" },
    { model: "gpt-image-1", retiresOn: LATER, options: ["gpt-image-2", "chatgpt-image-latest", "davinci-9"] },
  ]);
  await storeRetirements(database.db, {
    now: new Date(),
    readings: new Map([
      [
        "litellm",
        { statements: [aStatement({ source: "litellm", standing: "list", model: "gpt-4o-soon", retiresOn: PAST })], readAt: new Date() },
      ],
    ]),
  });
});
afterAll(() => database.close());
beforeEach(forgetPrepared);

async function list(query = ""): Promise<Retirement[]> {
  const { status, body } = await request(retirements, `/api/models/retirements${query}`);
  expect(status).toBe(200);
  return body.retirements;
}
const idsOf = (rows: readonly Retirement[]): string[] => rows.map(({ host, model }) => `${host}/${model}`);

describe("GET /api/models/retirements", () => {
  test("lists what is to end, the next first, with what each source says", async () => {
    const rows = await list();
    expect(rows.length).toBeGreaterThan(10);
    const days = rows.flatMap(({ retires_on: day }) => day ?? []);
    expect(days).toEqual(days.toSorted());
    expect(rows.filter(({ state }) => state === "retired")).toEqual([]);
    expect(rows.find(({ model }) => model === "gpt-4o-soon")).toMatchObject({
      provider: "openai",
      host_name: "OpenAI",
      retires_on: LATER,
      days_left: 200,
      replacement: "gpt-5",
      moved_from: [SOON],
      source: "openai",
      disagree: true,
    });
    expect(rows.find(({ model }) => model === "gpt-routed")?.rerouted_to).toMatchObject({
      model: "gpt-5",
      input_per_1m: expect.any(Number),
    });
  });

  test("names models by whoever knows their names, and what nobody names by its id", async () => {
    const rows = await list();
    const find = (id: string) => rows.find(({ model }) => model === id);
    expect(find("gpt-4o-soon")?.successors).toEqual([{ model: "gpt-5", label: "GPT-5", is_listed: true }]);
    expect(find("gpt-routed")?.successors).toEqual([{ model: "gpt-5", label: "GPT-5", is_listed: true }]);
    expect(find("gpt-image-1")).toMatchObject({
      label: "GPT Image 1",
      successors: [
        { model: "gpt-image-2", label: "GPT Image 2", is_listed: false },
        { model: "chatgpt-image-latest", label: "ChatGPT Image (latest)", is_listed: false },
        { model: "davinci-9", label: "davinci-9", is_listed: false },
      ],
    });
    for (const { name, label } of rows) if (name !== null) expect(label).toBe(name);
  });

  test("filters by host, by maker, by days, and adds the past on request", async () => {
    expect(new Set((await list("?host=azure")).map(({ host }) => host))).toEqual(new Set(["azure"]));
    const anthropic = await list("?provider=anthropic&include=past");
    expect(new Set(anthropic.map(({ provider }) => provider))).toEqual(new Set(["anthropic"]));
    expect(new Set(anthropic.map(({ host }) => host)).size).toBeGreaterThan(1);
    const soon = await list("?within_days=30");
    expect(idsOf(soon)).toContain("openai/gpt-trap");
    expect(idsOf(soon)).not.toContain("openai/gpt-4o-soon");
    expect(idsOf(await list("?include=past"))).toContain("openai/gpt-4-past");
  });

  test("answers for a list of names what became of each, also of what has ended", async () => {
    const listed = (await request(models)).body.providers.flatMap(
      ({ id, models: own }: { id: string; models: { id: string; status: string; precision?: string }[] }) =>
        own.filter(({ status, precision }) => status === "active" && precision === undefined).map((model) => `${id}/${model.id}`),
    );
    const lasting: string = listed[0];
    const { body } = await request(retirements, `/api/models/retirements?models=o4-mini,gpt-4-past,${lasting},nosuchmodelatall`);
    expect(idsOf(body.retirements)).toEqual(expect.arrayContaining(["openai/o4-mini", "openai/gpt-4-past"]));
    expect(body.asked.map(({ query, note }: { query: string; note: string | null }) => [query, note])).toEqual([
      ["o4-mini", null],
      ["gpt-4-past", null],
      [lasting, "No end is announced."],
      ["nosuchmodelatall", "No model is called so."],
    ]);
  });

  test("refuses an unknown host with those that are like it", async () => {
    const { status, body } = await request(retirements, "/api/models/retirements?host=azurre");
    expect([status, body.candidates]).toEqual([400, expect.arrayContaining(["azure"])]);
  });
});

test("no listing of the release is past its day and active", async () => {
  const { body } = await request(models, "/api/models?include=hosts");
  const listed: { id: string; status: string; retiresOn?: string }[] = body.providers.flatMap(
    (provider: { models: object[]; unpriced: object[] }) => [...provider.models, ...provider.unpriced],
  );
  expect(listed.filter(({ retiresOn }) => retiresOn !== undefined && retiresOn < TODAY).length).toBeGreaterThan(50);
  expect(listed.filter(({ retiresOn, status }) => retiresOn !== undefined && retiresOn < TODAY && status === "active")).toEqual([]);
});

describe("the calendar", () => {
  const calendar = async (query = "") => (await request(retirementsCalendar, `/api/models/retirements.ics${query}`)).text;

  test("is read by two libraries alike, with days, moves and every character", async () => {
    const text = await calendar("?host=openai");
    const component = new ICAL.Component(ICAL.parse(text));
    const events = component.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
    const other = Object.values(nodeIcal.parseICS(text)).filter((entry): entry is VEvent => entry?.type === "VEVENT");
    expect(events.length).toBeGreaterThan(3);
    expect(other.map(({ uid }) => uid).toSorted()).toEqual(events.map(({ uid }) => uid).toSorted());
    const moved = events.find(({ summary }) => summary.includes("gpt-4o-soon"));
    expect([moved?.startDate.toString(), moved?.endDate.toString(), moved?.sequence]).toEqual([LATER, addDays(LATER, 1), 1]);
    const same = other.find(({ uid }) => uid === moved?.uid);
    expect([
      utcDay(new Date(Date.UTC(same!.start.getFullYear(), same!.start.getMonth(), same!.start.getDate()))),
      same?.datetype,
      Number(same?.sequence),
    ]).toEqual([LATER, "date", 1]);
    const trap = events.find(({ summary }) => summary.includes("gpt-trap"));
    expect(trap?.description).toContain(TRAPS);
    expect(other.find(({ uid }) => uid === trap?.uid)?.description).toContain(TRAPS);
  });

  test("has lines of at most 75 octets, and UIDs that stay", async () => {
    const [first, second] = [await calendar(), await calendar("?include=past")];
    expect(first.split("\r\n").filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    const uids = (text: string): string[] => text.match(/^UID:.+$/gm) ?? [];
    expect(new Set(uids(second)).size).toBe(uids(second).length);
    expect(uids(first).filter((uid) => !uids(second).includes(uid))).toEqual([]);
  });

  test("is the same bytes while nothing changes", async () => {
    const before = await calendar();
    forgetPrepared();
    expect(await calendar()).toBe(before);
  });
});

test("the feeds list the same, newest announcement first, and a day that moved is a new entry", async () => {
  const { body } = await request(retirementsJson, "/api/models/retirements.json?host=openai");
  expect(body.items.map(({ id }: { id: string }) => id)).toContain("retirement/openai/gpt-4o-soon/1");
  const times: string[] = body.items.map(({ date_published: at }: { date_published: string }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const { text, headers } = await request(retirementsXml, "/api/models/retirements.xml?host=openai");
  expect(headers.get("content-type")).toContain("application/rss+xml");
  expect(text).toContain("retirement/openai/gpt-4o-soon/1");
});

test("the model-eol document has a model once, with its hosts as distributions", async () => {
  const { body } = await request(modelEol);
  expect(body).toMatchObject({
    spec: "model-eol/0.1",
    publisher: expect.any(String),
    source: expect.stringContaining("/models/retirements"),
  });
  const ids: string[] = body.models.map(({ id }: { id: string }) => id.toLowerCase());
  expect(new Set(ids).size).toBe(ids.length);
  const find = (id: string) => body.models.find((model: { id: string }) => model.id === id);
  expect(find("gpt-4o-soon")).toMatchObject({ shutdown: LATER, announced: expect.any(String) });
  expect(find("gpt-4o-lasting")).toMatchObject({ shutdown: LATER, date_precision: "tentative" });
  const opus = find("claude-opus-4-1-20250805") ?? find("claude-opus-4-1");
  expect(opus.distributions.map(({ via }: { via: string }) => via)).toContain("aws-bedrock");
});
