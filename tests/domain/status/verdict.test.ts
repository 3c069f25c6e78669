import { describe, expect, test } from "vitest";
import type { CheckedItem } from "@/lib/domain/status/checked-item";
import { judge, verdictOf } from "@/lib/domain/status/verdict";

const NOW = new Date("2026-11-23T12:00:00Z");
const NOTHING_ELSE = { unmatched: 0, ended: [] };

const PROBES = {
  ok: { says: "answering", lastHour: { count: 4, failed: 0 } },
  failing: { says: "failing", lastHour: { count: 4, failed: 3 } },
  none: null,
  "too few": { says: "unclear", lastHour: { count: 1, failed: 1 } },
} as const;

const PAGES = {
  operational: { page: "operational" },
  degraded: { page: "degraded", since: { at: "2026-11-23T10:42:00Z", isEarlier: false }, title: "Elevated errors" },
  down: { page: "down", since: { at: "2026-11-22T23:50:00Z", isEarlier: true }, title: "OpenAI API is down" },
  unread: { page: "unknown", reason: "its status page could not be read" },
  stale: { page: "unknown", reason: "it was not checked lately" },
} as const;

type PageState = keyof typeof PAGES;
type ProbeState = keyof typeof PROBES;

function item(page: PageState, probe: ProbeState, name = "OpenAI API"): CheckedItem {
  const read = { reason: null, since: null, title: null, ...PAGES[page] };
  const { status } = judge(read.page, PROBES[probe]?.says ?? null);
  return { name, status, probe: PROBES[probe], maintenance: false, regions: [], ...read };
}

const verdict = (items: readonly CheckedItem[], asked: Partial<typeof NOTHING_ELSE> | { ended: string[] } = {}) =>
  verdictOf(items, { ...NOTHING_ELSE, ...asked }, NOW);

const DEGRADED = "OpenAI API is degraded since 10:42 UTC (its page: Elevated errors";
const DOWN = "OpenAI API is down since before 22 Nov 2026, 23:50 UTC (its page says down";
const FAILS = "OpenAI API fails by our probe";
const UNREAD = "The state of OpenAI API is unknown (its status page could not be read";
const STALE = "The state of OpenAI API is unknown (it was not checked lately";

describe("the verdict on one service", () => {
  test.each<[PageState, ProbeState, string, boolean | null, string, string]>([
    [
      "operational",
      "ok",
      "operational",
      false,
      "you",
      "OpenAI API is operational by its page and our probe: it is probably you or your network.",
    ],
    [
      "operational",
      "failing",
      "degraded",
      true,
      "them",
      `${FAILS} (its page says operational; our probe disagrees: 3 of 4 calls of the last hour failed): it is probably them.`,
    ],
    [
      "operational",
      "none",
      "operational",
      null,
      "you",
      "OpenAI API is operational by its page, which no probe of ours confirms: it is probably you or your network.",
    ],
    [
      "operational",
      "too few",
      "operational",
      null,
      "you",
      "OpenAI API is operational by its page, which no probe of ours confirms: it is probably you or your network.",
    ],
    [
      "degraded",
      "ok",
      "degraded",
      true,
      "them",
      `${DEGRADED}; our probe disagrees: all 4 calls of the last hour were answered): it is probably them.`,
    ],
    ["degraded", "failing", "degraded", false, "them", `${DEGRADED}; our probe agrees: 3 of 4 calls of the last hour failed): it is them.`],
    ["degraded", "none", "degraded", null, "them", `${DEGRADED}; no current probe of ours): it is them.`],
    ["degraded", "too few", "degraded", null, "them", `${DEGRADED}; our probe cannot tell): it is them.`],
    ["down", "ok", "down", true, "them", `${DOWN}; our probe disagrees: all 4 calls of the last hour were answered): it is probably them.`],
    ["down", "failing", "down", false, "them", `${DOWN}; our probe agrees: 3 of 4 calls of the last hour failed): it is them.`],
    ["down", "none", "down", null, "them", `${DOWN}; no current probe of ours): it is them.`],
    ["down", "too few", "down", null, "them", `${DOWN}; our probe cannot tell): it is them.`],
    [
      "unread",
      "ok",
      "unknown",
      null,
      "unclear",
      `${UNREAD}; our probe gets through: all 4 calls of the last hour were answered): it could be you or them.`,
    ],
    [
      "unread",
      "failing",
      "degraded",
      null,
      "them",
      `${FAILS} (its status page could not be read; 3 of 4 calls of the last hour failed): it is probably them.`,
    ],
    ["unread", "none", "unknown", null, "unclear", `${UNREAD}; no current probe of ours): it could be you or them.`],
    ["unread", "too few", "unknown", null, "unclear", `${UNREAD}; our probe cannot tell): it could be you or them.`],
    [
      "stale",
      "ok",
      "unknown",
      null,
      "unclear",
      `${STALE}; our probe gets through: all 4 calls of the last hour were answered): it could be you or them.`,
    ],
    [
      "stale",
      "failing",
      "degraded",
      null,
      "them",
      `${FAILS} (it was not checked lately; 3 of 4 calls of the last hour failed): it is probably them.`,
    ],
    ["stale", "none", "unknown", null, "unclear", `${STALE}; no current probe of ours): it could be you or them.`],
    ["stale", "too few", "unknown", null, "unclear", `${STALE}; our probe cannot tell): it could be you or them.`],
  ])("page %s, probe %s: %s", (page, probe, status, disagree, likely, sentence) => {
    const one = item(page, probe);
    expect(verdict([one])).toEqual({ status, likely, sentence, troubled: likely === "them" ? ["OpenAI API"] : [] });
    expect(judge(one.page, one.probe?.says ?? null)).toEqual({ status, disagree });
  });
});

describe("the verdict on several services", () => {
  test("is that nothing is wrong there only when all are operational", () => {
    const all = [item("operational", "ok", "A"), item("operational", "ok", "B"), item("operational", "ok", "C")];
    expect(verdict(all)).toMatchObject({
      status: "operational",
      sentence: "All 3 services that you named are operational by their pages and our probe: it is probably you or your network.",
    });
    expect(verdict([item("operational", "ok", "A"), item("operational", "none", "B")]).sentence).toBe(
      "Both services that you named are operational by their pages, and 1 of them by our probe too: it is probably you or your network.",
    );
  });

  test("describes the troubled ones, and counts those of unknown state", () => {
    expect(verdict([item("operational", "ok", "A"), item("degraded", "none", "B"), item("unread", "ok", "C")])).toEqual({
      status: "degraded",
      likely: "them",
      troubled: ["B"],
      sentence:
        "1 of the 3 services that you named is in trouble: B is degraded since 10:42 UTC (its page: Elevated errors; no current probe of ours), and the state of 1 more is unknown: it is them.",
    });
  });

  test("describes three, and names the others in a field", () => {
    const found = verdict(["A", "B", "C", "D", "E"].map((name) => item("down", "failing", name)));
    expect(found.troubled).toEqual(["A", "B", "C", "D", "E"]);
    expect(found.sentence).toMatch(
      /^5 of the 5 services that you named are in trouble: A is down .*, C is down [^,]*, [^,]*, 2 more: it is them\.$/,
    );
  });

  test("is unknown with one of unknown state, and says why", () => {
    expect(verdict([item("operational", "ok", "A"), item("stale", "none", "B")])).toMatchObject({
      status: "unknown",
      likely: "unclear",
      sentence:
        "The state of 1 of the 2 services that you named is unknown (B: it was not checked lately), that of the others operational: it could be you or them.",
    });
    expect(verdict([item("unread", "ok", "A"), item("stale", "none", "B")]).sentence).toBe(
      "The state of all 2 services that you named is unknown (A: its status page could not be read; B: it was not checked lately): it could be you or them.",
    );
  });
});

describe("what may explain a failed call besides the state of a service", () => {
  const operational = "OpenAI API is operational by its page and our probe";

  test("is a region with an open event", () => {
    const regional = { ...item("operational", "ok"), regions: [{ name: "OpenAI API (UAE)", state: "down" as const }] };
    expect(verdict([regional])).toMatchObject({
      status: "operational",
      likely: "unclear",
      sentence: `${operational}, but OpenAI API (UAE) is down: that may be why.`,
    });
  });

  test("is a planned maintenance, which is no trouble", () => {
    expect(verdict([{ ...item("operational", "ok"), maintenance: true }])).toMatchObject({
      status: "operational",
      likely: "unclear",
      sentence: `${operational}, but a planned maintenance of OpenAI API goes on: that may be why.`,
    });
  });

  test("is a model that has ended", () => {
    expect(verdict([item("operational", "ok")], { ended: ["openai/gpt-4-32k"] })).toMatchObject({
      likely: "unclear",
      sentence: `${operational}, but openai/gpt-4-32k is no longer sold there: that may be why.`,
    });
  });

  test("is a name that means no one model, of which nothing is known", () => {
    expect(verdict([item("operational", "ok")], { unmatched: 2 })).toMatchObject({
      status: "unknown",
      likely: "unclear",
      sentence: `${operational}, but 2 of the names mean no one model: it could be you or them.`,
    });
    expect(verdict([], { unmatched: 1 })).toEqual({
      status: "unknown",
      likely: "unclear",
      troubled: [],
      sentence: "No name means one model here: nothing was checked.",
    });
  });
});
