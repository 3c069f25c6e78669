import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const PROGRAM = `
import { runCommandLine } from "./lib/server/cli/run-command-line.ts";
import { setTimeout as delay } from "node:timers/promises";
await runCommandLine("Usage: none", async () => {
  await delay(300);
  for (let line = 0; line < 20; line++) { process.stdout.write("a line\\n"); await delay(5); }
  process.stderr.write("the work ended\\n");
});`;

it("ends its work without a stack when nobody reads its output any more", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const ended = new Promise((resolve) => child.once("close", resolve));
  expect(await text(child.stderr)).toBe("the work ended\n");
  expect(await ended).toBe(0);
}, 60_000);
