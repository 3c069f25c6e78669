import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { KEYS } from "@/lib/config/env";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

test("the README's table of configuration is the keys of lib/config/env.ts", () => {
  const expected = Object.entries(KEYS).map(
    ([name, key]) => `| \`${name}\` | ${key.fallback === null ? "not set" : `\`${key.fallback}\``} | ${key.meaning} |`,
  );
  const listed = readme.split("\n").filter((line) => /^\| `[A-Z0-9_]+` \|/.test(line));
  expect(listed).toEqual(expected);
});
