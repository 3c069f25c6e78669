import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusterArticles } from "@/lib/domain/news/stories/cluster-articles";
import { refusalOf, vocabularyOf, type CheckedPair } from "@/lib/domain/news/stories/cluster-check";
import { factsOf } from "@/lib/domain/news/stories/cluster-facts";
import { CLUSTER_RULES } from "@/lib/domain/news/stories/cluster-rules";
import { dot } from "@/lib/domain/news/stories/story-cosine";
import { aClusterInput as article, type DirectedInput } from "../../../support/news/clusterable";

const cosine = (a: DirectedInput, b: DirectedInput): number => dot(a.vector, b.vector);
const cluster = (articles: readonly DirectedInput[]): DirectedInput[][] => clusterArticles(articles, cosine);
const groupsOf = (articles: readonly DirectedInput[]): string[][] => cluster(articles).map((group) => group.map(({ id }) => id));
const sizes = (...articles: DirectedInput[]): number[] => cluster(articles).map((group) => group.length);

describe("linking articles", () => {
  // cos 34° = 0.829, cos 36° = 0.809
  test("two articles are one story from a cosine of 0.82 on, and two below it however similar their words", () => {
    expect(sizes(article({ degrees: 0 }), article({ degrees: 34 }))).toEqual([2]);
    expect(sizes(article({ degrees: 0 }), article({ degrees: 36 }))).toEqual([1, 1]);
  });

  test("articles further apart than 48 hours are two stories", () => {
    expect(sizes(article({ at: "2026-05-09T08:00:00Z" }), article({ at: "2026-05-11T08:00:00Z" }))).toEqual([2]);
    expect(sizes(article({ at: "2026-05-09T08:00:00Z" }), article({ at: "2026-05-11T08:00:01Z" }))).toEqual([1, 1]);
  });

  test("two articles of one outlet are one story only as copies: cos 10° = 0.985, cos 20° = 0.940", () => {
    const domain = "outlet.example";
    expect(sizes(article({ domain }), article({ domain, degrees: 10 }))).toEqual([2]);
    expect(sizes(article({ domain }), article({ domain, degrees: 20 }))).toEqual([1, 1]);
  });

  test("titles none of whose names the other has are two stories", () => {
    expect(
      sizes(article({ title: "Halden ships the Skua coding model" }), article({ title: "Kestrel ends production of inference chips" })),
    ).toEqual([1, 1]);
  });
});

describe("contradicting facts above the threshold", () => {
  const pair = (one: Partial<DirectedInput>, other: Partial<DirectedInput>) => sizes(article(one), article(other));

  test.each([
    ["Bramble raises $50 million", "Bramble raises $90M"],
    ["Orbit cuts prices of Nova by 40%", "Orbit cuts prices of Nova by 25 percent"],
    ["Orbit releases Nova 5.1", "Orbit releases Nova 5.2"],
    ["Halden ships Skua 7B", "Halden ships Skua 70B"],
    ["Kestrel unveils K3 chip", "Kestrel ends K2 chip"],
    ["Kestrel unveils MI300X chip", "Kestrel unveils MI355X chip"],
    ["An introduction to Q-learning, part 1", "An introduction to Q-learning, part 2"],
    ["Verano launches a shopping assistant in its app", "Lumo launches a shopping assistant in its app"],
  ])("%s / %s: two stories", (one, other) => {
    expect(pair({ title: one }, { title: other })).toEqual([1, 1]);
  });

  test.each([
    ["Orbit signs $10 Bn deal with Kestrel", "Kestrel and Orbit sign a deal worth $10 billion"],
    ["Orbit cuts prices of Nova by 40%", "Orbit cuts prices of Nova by 40 per cent"],
    ["Orbit releases Nova 5.2", "Orbit releases Nova-5.2 models"],
    ["Orbit releases Nova 5.2", "Orbit releases Nova for everyone"],
    ["Orbit brings Nova-5 to phones", "Nova5 is on phones now"],
    ["Lumo Launches Shopping Assistant", "Shopping assistant launched by Lumo-owned app"],
  ])("%s / %s: one story", (one, other) => {
    expect(pair({ title: one }, { title: other })).toEqual([2]);
  });

  test("an amount that occurs in the other article's snippet does not contradict", () => {
    expect(
      pair(
        { title: "Bramble raises $50 million", snippet: "The round values the firm at $400 million." },
        { title: "Bramble valued at $400 million", snippet: "" },
      ),
    ).toEqual([2]);
  });
});

describe("merging links into stories", () => {
  // Between 0°, 30° and 60°: cos 30° = 0.866 twice, cos 60° = 0.5; the mean of the far pair and a near one is 0.683.
  test("a chain of links does not merge two stories: their mean similarity must be high too", () => {
    const chain = [0, 30, 60].map((degrees) => article({ degrees }));
    expect(groupsOf(chain).map((group) => group.length)).toEqual([2, 1]);
  });

  // cos 30° = 0.866, cos 25° = 0.906, cos 55° = 0.574: with its neighbour's story the first has a mean of 0.719.
  test("the most similar link merges first, and a weaker one must fit the merged group", () => {
    const [first, second, third] = [article({ id: "1", degrees: 0 }), article({ id: "2", degrees: 30 }), article({ id: "3", degrees: 55 })];
    expect(groupsOf([first, second, third])).toEqual([["1"], ["2", "3"]]);
  });

  test("an article between two contradicting ones joins one of them", () => {
    const [five, nine] = [article({ title: "Bramble raises $50 million" }), article({ title: "Bramble raises $90 million", degrees: 2 })];
    const neither = article({ title: "Bramble raises millions", degrees: 1 });
    const groups = groupsOf([five, neither, nine]);
    expect(groups).toHaveLength(2);
    expect(groups.some((group) => group.includes(five.id) && group.includes(nine.id))).toBe(false);
  });

  test("returns groups and their articles in order of time", () => {
    const [late, early, other] = [
      article({ id: "z", at: "2026-05-09T10:00:00Z" }),
      article({ id: "y", at: "2026-05-09T09:00:00Z" }),
      article({ id: "x", at: "2026-05-09T08:00:00Z", degrees: 90 }),
    ];
    expect(groupsOf([late, early, other])).toEqual([["x"], ["y", "z"]]);
  });
});

test("a refusal names its reason", () => {
  const refusal = (one: Partial<DirectedInput>, other: Partial<DirectedInput>, cosineOfBoth = 0.9) => {
    const [a, b] = [one, other].map((over) => article(over)).map((input) => ({ facts: factsOf(input), domain: input.domain })) as [
      CheckedPair["a"],
      CheckedPair["b"],
    ];
    return refusalOf({ a, b, cosine: cosineOfBoth }, vocabularyOf([a.facts, b.facts]));
  };
  const copies = { domain: "one.example" };
  expect(refusal({ title: "Bramble raises €50 million" }, { title: "Bramble raises €60 million" })).toBe("numbers");
  // Amounts in different currencies cannot be compared.
  expect(refusal({ title: "Bramble raises €50 million" }, { title: "Bramble raises $60 million" })).toBeNull();
  expect(refusal({ title: "Orbit ships Nova 5" }, { title: "Orbit ships Nova 6" })).toBe("versions");
  expect(refusal({ title: "Orbit ships Nova" }, { title: "Kestrel burns chips" })).toBe("names");
  // Title-case headlines capitalize every word; a word in lower case elsewhere is no name.
  expect(refusal({ title: "Chatbots Fail Simple Exam" }, { title: "Simple exam that chatbots fail" })).toBeNull();
  expect([refusal(copies, copies), refusal(copies, copies, 0.96)]).toEqual(["one_outlet", null]);
});

const someArticles = fc.array(
  fc.record({
    degrees: fc.integer({ min: 0, max: 120 }),
    hours: fc.integer({ min: 0, max: 96 }),
    domain: fc.constantFrom("a.example", "b.example", "c.example", "d.example"),
    title: fc.constantFrom(
      "Bramble raises $50 million",
      "Bramble raises $90 million",
      "Bramble raises money",
      "Orbit ships Nova 5",
      "Orbit ships Nova 6",
    ),
  }),
  { maxLength: 25 },
);

describe("any articles", () => {
  const toInputs = (drawn: readonly { degrees: number; hours: number; domain: string; title: string }[]) =>
    drawn.map(({ degrees, hours, domain, title }) =>
      article({ degrees, domain, title, at: new Date(Date.parse("2026-05-09T00:00:00Z") + hours * 3_600_000).toISOString() }),
    );

  test("are grouped the same in any input order", () => {
    fc.assert(
      fc.property(someArticles, fc.infiniteStream(fc.nat()), (drawn, random) => {
        const inputs = toInputs(drawn);
        const shuffled = inputs
          .map((input) => ({ input, key: random.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ input }) => input);
        expect(groupsOf(shuffled)).toEqual(groupsOf(inputs));
      }),
    );
  });

  test("are each in one story, within 48 hours of its others, with one above the threshold among them", () => {
    fc.assert(
      fc.property(someArticles, (drawn) => {
        const inputs = toInputs(drawn);
        const groups = cluster(inputs);
        expect(
          groups
            .flat()
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(inputs.map(({ id }) => id).toSorted());
        for (const group of groups.filter(({ length }) => length > 1)) {
          const times = group.map(({ publishedAtMs }) => publishedAtMs);
          expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(CLUSTER_RULES.windowHours * 3_600_000);
          for (const one of group) {
            expect(Math.max(...group.filter((other) => other !== one).map((other) => cosine(one, other)))).toBeGreaterThanOrEqual(
              CLUSTER_RULES.threshold,
            );
          }
        }
      }),
    );
  });
});
