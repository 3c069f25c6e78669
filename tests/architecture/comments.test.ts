import { describe, expect, test } from "vitest";
import { firstSentence, sourceComments, type SourceComment } from "../support/source-comments";
import { sourceFiles } from "../support/source-files";

const files = sourceFiles().filter(({ path }) => path !== "tests/architecture/comments.test.ts");
const LONGEST_BLOCK = 3;

const LONGEST_FIRST_SENTENCE = 100;
const WITHOUT_SUBJECT = /^(Of|Whoever|One|Those|The same|As|Such)\b/;
/** A number with its unit, or a computation: a sentence that explains a figure may need more words. */
const MEASURED =
  /\d[\d.,]*\s?(%|ms|s|seconds?|minutes?|hours?|days?|weeks?|months?|years?|[KMG]?i?B|bytes?|characters?|words?|credits?|USD|times|of \d)\b|\d%|\$\d|[=≈] [−-]?\d/;

interface PlacedComment extends SourceComment {
  place: string;
}

const comments: PlacedComment[] = files.flatMap(({ path, text }) =>
  sourceComments(text).map((comment) => ({ ...comment, place: `${path}:${comment.line}` })),
);

describe("comments", () => {
  test(`are at most ${LONGEST_BLOCK} lines: a longer story belongs in lib/README.md`, () => {
    const long = comments.filter(({ length, place }) => length > LONGEST_BLOCK && !place.startsWith("tests/"));
    expect(long.map(({ place }) => place)).toEqual([]);
  });

  test("name their subject first: Of, Whoever, One, Those, The same, As and Such refer to what a stranger has not read", () => {
    const bad = comments.filter(({ text }) => WITHOUT_SUBJECT.test(text));
    expect(bad.map(({ place, text }) => `${place}: ${firstSentence(text)}`)).toEqual([]);
  });

  test(`begin with a sentence of at most ${LONGEST_FIRST_SENTENCE} characters, unless it explains a measured figure`, () => {
    const bad = comments.filter(({ text }) => {
      const sentence = firstSentence(text);
      return sentence.length > LONGEST_FIRST_SENTENCE && !MEASURED.test(sentence);
    });
    expect(bad.map(({ place, text }) => `${place}: ${firstSentence(text)}`)).toEqual([]);
  });

  test("leave nothing to do, silence no check and carry no history", () => {
    const banned = /\/\/.*\b(TODO|FIXME|XXX|HACK)\b|\*.*\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|expect-error|nocheck)|eslint-disable/;
    const bad = files.flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (banned.test(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(bad).toEqual([]);
  });

  test("name no folder of the machine that they were written on", () => {
    const bad = files.filter(({ text }) => /(^|[^\w.])\/(work|home\/\w+|Users\/\w+)\//m.test(text));
    expect(bad.map(({ path }) => path)).toEqual([]);
  });
});
