import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
/** The server itself has no options, and `build` is a program of Next. */
const WITHOUT_USAGE = ["start", "dev", "build"];
const commands = Object.entries(scripts).filter(([name]) => !WITHOUT_USAGE.includes(name));
/** Nobody listens there, so that a command that asks the database fails. */
const DATABASE_URL = "postgres://nobody@127.0.0.1:9/none";

async function run(line: string, DATA_DIR: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(line, { shell: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, DATA_DIR, DATABASE_URL } });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

test.each(commands)(
  "npm run %s -- --help prints its usage, and touches neither a database nor a folder",
  async (name, line) => {
    const folder = join(tmpdir(), `usage-${process.pid}-${name.replace(":", "-")}`);
    const { code, stdout, stderr } = await run(`${line.replace(/\btsx (?=lib)/, "node --import tsx ")} --help`, folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: npm (run|test)\b/);
    expect(stdout).toContain(name === "test" ? "npm test" : `npm run ${name}`);
    expect(existsSync(folder)).toBe(false);
  },
  120_000,
);

test.each(["doctor", "bench"])(
  "npm run %s refuses a word that it does not know by its usage",
  async (name) => {
    const { code, stderr } = await run(`${scripts[name]} prodution`, join(tmpdir(), `usage-${process.pid}-unknown`));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Usage: npm run ${name}`));
  },
  120_000,
);
