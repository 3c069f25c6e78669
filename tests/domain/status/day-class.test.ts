import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addPoll, dayClass, emptyDay, tallyDay, type Poll } from "@/lib/domain/status/day-class";
import { SERVICE_STATES, type ServiceState } from "@/lib/domain/status/service-state";

const START = Date.parse("2026-03-01T00:00:00Z");
const at = (minutes: number): Date => new Date(START + minutes * 60_000);
const LETTERS: Record<string, ServiceState> = { o: "operational", g: "degraded", d: "down", u: "unknown" };

/** Polls two minutes apart, one letter each; a dot is a missed slot. */
const polls = (letters: string): Poll[] =>
  [...letters].flatMap((letter, slot) => (LETTERS[letter] ? [{ at: at(slot * 2), state: LETTERS[letter] }] : []));
const classOf = (letters: string) => dayClass(tallyDay(polls(letters)));

describe("class of a day", () => {
  test.each<[letters: string, expected: string | null, why: string]>([
    ["", null, "no poll: no data"],
    ["uuuu", null, "only unknown polls: no data"],
    ["o", "operational", "one poll decides"],
    ["d", "down", "one poll decides"],
    ["udu", "down", "one known poll decides"],
    ["ooooo", "operational", "all well"],
    ["oodoo", "operational", "one bad poll between good ones confirms nothing"],
    ["oddo", "down", "two in a row are down"],
    ["odudo", "down", "an unknown poll between two is no data"],
    ["oggo", "degraded", "two in a row degraded"],
    ["ogdo", "degraded", "degraded and down in a row are at least degraded"],
    ["ododo", "operational", "never two in a row"],
    ["oggoddo", "down", "the worst that was confirmed"],
    ["od......od", "operational", "across a gap a poll with a neighbour that denies it confirms nothing"],
    ["od......do", "down", "two in a row confirm each other across a gap"],
  ])("%s is %s: %s", (letters, expected) => {
    expect(classOf(letters)).toBe(expected);
  });

  test("polls more than ten minutes apart decide each by itself", () => {
    expect(
      dayClass(
        tallyDay([
          { at: at(0), state: "operational" },
          { at: at(30), state: "degraded" },
          { at: at(60), state: "operational" },
        ]),
      ),
    ).toBe("degraded");
    expect(
      dayClass(
        tallyDay([
          { at: at(0), state: "down" },
          { at: at(11), state: "operational" },
        ]),
      ),
    ).toBe("down");
  });

  test("polls exactly ten minutes apart are neighbours", () => {
    expect(
      dayClass(
        tallyDay([
          { at: at(0), state: "operational" },
          { at: at(10), state: "down" },
          { at: at(20), state: "operational" },
        ]),
      ),
    ).toBe("operational");
  });

  test("counts polls by state", () => {
    expect(tallyDay(polls("oogduo"))).toMatchObject({ known: 5, unknown: 1, operational: 3, degraded: 1, down: 1 });
  });

  /** The rule applied to the whole day at once. */
  function byTheRule(day: readonly Poll[]) {
    const knownPolls = day.filter((poll) => poll.state !== "unknown");
    if (knownPolls.length === 0) return null;
    const gap = (a: Poll | undefined, b: Poll | undefined) => (a && b ? b.at.getTime() - a.at.getTime() : Infinity);
    const decisive = (states: readonly string[]) =>
      knownPolls.some((poll, i) => {
        const next = knownPolls[i + 1];
        const isPair = next !== undefined && states.includes(poll.state) && states.includes(next.state);
        const isAlone = gap(knownPolls[i - 1], poll) > 600_000 && gap(poll, next) > 600_000;
        return isPair || (isAlone && states.includes(poll.state));
      });
    return decisive(["down"]) ? "down" : decisive(["degraded", "down"]) ? "degraded" : "operational";
  }

  const anyDay = fc
    .uniqueArray(fc.record({ minute: fc.integer({ min: 0, max: 719 }), state: fc.constantFrom(...SERVICE_STATES) }), {
      selector: (poll) => poll.minute,
      maxLength: 60,
    })
    .map((entries) => entries.sort((a, b) => a.minute - b.minute).map(({ minute, state }) => ({ at: at(minute * 2), state })));

  test("adding polls one by one gives the same class as the rule over the whole day", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(dayClass(day.reduce(addPoll, emptyDay))).toBe(byTheRule(day));
      }),
    );
  });

  test("the order of polls does not matter", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(tallyDay([...day].reverse())).toEqual(tallyDay(day));
      }),
    );
  });
});
