import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundle } from "@/lib/server/start/programs.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "programs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test("a bundled program runs as its sources do, each module with its own address", async () => {
  write("part.ts", "export const address: string = import.meta.url;");
  const source = write("program.ts", 'import { address } from "./part";\nexport const addresses: string[] = [address, import.meta.url];');
  await bundle(source, join(folder, "program.mjs"));
  rmSync(join(folder, "part.ts"));
  const { addresses } = (await import(pathToFileURL(join(folder, "program.mjs")).href)) as { addresses: string[] };
  expect(addresses).toEqual(["part.ts", "program.ts"].map((name) => pathToFileURL(join(folder, name)).href));
});

test("a program that cannot be bundled leaves no file", async () => {
  const source = write("program.ts", 'import "./missing";');
  await expect(bundle(source, join(folder, "program.mjs"))).rejects.toThrow('Could not resolve "./missing"');
  expect(readdirSync(folder)).toEqual(["program.ts"]);
});
