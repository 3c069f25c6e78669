import { expect, test } from "vitest";
import { sourceFiles } from "../support/source-files";

/** Files that may read the raw texts. Another file could answer with what may address a model. */
const MAY_READ_RAW_TEXTS = ["db/schema/news.ts", "db/queries/news/derived-texts.ts"];

test("raw texts are read by the one query that derives the texts of answers", () => {
  const readers = sourceFiles(["app", "components", "db", "jobs", "lib"]).filter(({ text }) => /\brawTexts\b|\braw_texts\b/.test(text));
  expect(readers.map(({ path }) => path).toSorted()).toEqual(MAY_READ_RAW_TEXTS.toSorted());
});
