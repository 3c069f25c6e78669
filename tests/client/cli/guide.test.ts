import { expect, test } from "vitest";
import { commandGuide } from "@/lib/docs/guides/command";
import { site } from "../../support/models/catalog";
import { runAed } from "../../support/client/run-aed";

const lines = commandGuide
  .doc(site)
  .sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "code" ? block.text.split("\n") : [])))
  .flatMap((line) => /\baed ((?!live)[a-z].*)$/.exec(line)?.[1] ?? [])
  .map((line) => line.replace(/ [<|].*$|\)$/g, ""));

test("the guide shows commands", () => expect(lines.length).toBeGreaterThan(8));

test.each(lines)("aed %s is a command with these options", async (line) => {
  const words = line.split(" ");
  const { code, stdout } = await runAed([words[0] ?? "", "--help"]);
  expect(code).toBe(0);
  for (const option of words.filter((word) => word.startsWith("--"))) expect(stdout).toContain(option);
});
