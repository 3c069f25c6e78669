import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../support/source-files";

const root = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };

const MOST_BYTES = 8 * 1024;
const ENTRY = "README.md";
const PAGES = [ENTRY, "lib/README.md", "tests/README.md", "db/README.md", ".github/SECURITY.md"];

const allOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);
/** Pictures too. Addresses of other sites are none of ours to hold. */
const linksOf = (text: string): string[] => allOf(text, /\]\(([^)\s]+)\)/g).filter((href) => !/^[a-z]+:/.test(href));
/** Folders and files in `code`, without bare forms of a path: `lib/endpoints/<path>.ts`. */
const pathsOf = (text: string): string[] => allOf(text, /`((?:\.ci|\.github|app|components|db|jobs|lib|public|tests)\/[\w./()[\]-]+)`/g);
/** `npm test` and `npm start` are scripts as well as `npm run seed`. */
const commandsOf = (text: string): string[] => allOf(text, /\bnpm (?:run (?:-s )?)?([a-z][a-z:-]*)/g).filter((name) => name !== "run");

test(`${ENTRY} is at most ${MOST_BYTES} bytes: what is longer belongs into a guide`, () => {
  expect(Buffer.byteLength(textOf(ENTRY))).toBeLessThanOrEqual(MOST_BYTES);
});

test("the picture of the README has at most 200 KB", () => {
  const [picture = ""] = allOf(textOf(ENTRY), /!\[[^\]]*\]\(([^)]+)\)/g);
  expect(statSync(join(root, picture)).size).toBeLessThanOrEqual(200_000);
});

describe.each(PAGES)("%s", (page) => {
  const text = textOf(page);

  test("leads only to files that are there", () => {
    const missing = linksOf(text).filter((href) => !existsSync(join(root, dirname(page), href.replace(/#.*$/, ""))));
    expect(missing).toEqual([]);
  });

  test("names only folders and files that are there", () => {
    expect(pathsOf(text).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("names only commands that package.json has", () => {
    expect(commandsOf(text).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

test("each check finds something to check", () => {
  const texts = PAGES.map(textOf).join("\n");
  for (const found of [linksOf(texts), pathsOf(texts), commandsOf(texts)]) expect(found.length).toBeGreaterThan(5);
});

test("every README of the project is held by these checks, and the first one leads to each of them", () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.git|node_modules)$/.test(entry.name),
  );
  const found = folders.map(({ name }) => `${name}/README.md`).filter((path) => existsSync(join(root, path)));
  expect(found.filter((path) => !PAGES.includes(path))).toEqual([]);
  expect(PAGES.filter((path) => path !== ENTRY && !linksOf(textOf(ENTRY)).includes(path))).toEqual([]);
});

test("the drawing of the house names the folders of lib, and no others", () => {
  const drawing = textOf("lib/README.md")
    .split("```")
    .find((block) => block.includes("  domain/<noun>/"));
  const drawn = allOf(drawing ?? "", /^ {2}([a-z]+)\//gm);
  const folders = sourceFiles().flatMap(({ path }) => /^lib\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect(drawn.toSorted()).toEqual([...new Set(folders)].toSorted());
});
