import { describe, expect, test } from "vitest";
import { sourceFiles } from "../support/source-files";

const files = sourceFiles().filter(({ path }) => path !== "tests/architecture/comments.test.ts");
const LONGEST_BLOCK = 3;

/** Runs of comment lines, each with the line it begins at. */
function commentBlocks(text: string): { line: number; length: number }[] {
  const blocks: { line: number; length: number }[] = [];
  let open: { line: number; length: number } | null = null;
  let isInBlock = false;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    const isMarker = line === "/**" || line === "*/";
    const isComment: boolean = isInBlock || line.startsWith("//") || line.startsWith("/*");
    if (isComment && !line.startsWith("// oxlint")) {
      open ??= { line: index + 1, length: 0 };
      if (!isMarker) open.length++;
    } else if (open) {
      blocks.push(open);
      open = null;
    }
    if (line.startsWith("/*")) isInBlock = true;
    if (line.includes("*/")) isInBlock = false;
  }
  return blocks;
}

describe("comments", () => {
  test(`are at most ${LONGEST_BLOCK} lines: a longer story belongs in lib/README.md`, () => {
    const ours = files.filter(({ path }) => !path.startsWith("tests/"));
    const long = ours.flatMap(({ path, text }) =>
      commentBlocks(text)
        .filter(({ length }) => length > LONGEST_BLOCK)
        .map(({ line }) => `${path}:${line}`),
    );
    expect(long).toEqual([]);
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
