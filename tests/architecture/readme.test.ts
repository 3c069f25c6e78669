import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { KEYS } from "@/lib/config/env";
import { sourceFiles } from "../support/source-files";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the README's table of configuration is the keys of lib/config/env.ts", () => {
  const expected = Object.entries(KEYS).map(
    ([name, key]) => `| \`${name}\` | ${key.fallback === null ? "not set" : `\`${key.fallback}\``} | ${key.meaning} |`,
  );
  const listed = readme.split("\n").filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
  expect(listed).toEqual(expected);
});

test("the README's drawing of the house names the folders of lib, and no others", () => {
  const drawing = readme.split("```").find((block) => block.includes("  domain/<noun>/")) ?? "";
  const drawn = [...drawing.matchAll(/^ {2}([a-z]+)\//gm)].map(([, name]) => name);
  const folders = sourceFiles().flatMap(({ path }) => /^lib\/([^/]+)\//.exec(path)?.[1] ?? []);
  expect(drawn.toSorted()).toEqual([...new Set(folders)].toSorted());
});

test("every folder and file that the README names is there", () => {
  const named = [...readme.matchAll(/`((?:app|components|db|jobs|lib|public|tests)\/[\w./()-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
