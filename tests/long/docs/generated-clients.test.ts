import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractToken } from "../../support/contract/contract-tokens";
import { startWorldServer, type WorldServer } from "../../support/server/world-server";

/** Clients that others' generators make of the API description: they compile, and call the real server. */

const root = join(import.meta.dirname, "../../..");
const source = join(root, "tests/clients");
/** Ignored by every tool of the project, and kept between runs. */
const folder = join(root, ".cache/clients");
const run = promisify(execFile);
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const bin = (name: string): string => join(folder, "node_modules/.bin", name);

let server: WorldServer;

/** The output of a program, also of one that fails: what a linter says stands there. */
async function output(program: string, args: readonly string[], variables: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...variables } };
  const { stdout, stderr } = await run(program, [...args], options).catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? "",
    stderr: `${error.stderr ?? ""}\nended with an error`,
  }));
  return stderr.includes("ended with an error") ? `${stdout}${stderr}` : stdout;
}

async function install(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of ["programs", "generated"]) rmSync(join(folder, name), { recursive: true, force: true });
  const lock = readFileSync(join(source, "package-lock.json"), "utf8");
  const installed = join(folder, "installed-lock.json");
  cpSync(source, folder, { recursive: true });
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  await run(NPM, ["ci", "--no-audit", "--no-fund"], { cwd: folder });
  writeFileSync(installed, lock);
}

beforeAll(async () => {
  await install();
  server = await startWorldServer({ PUBLIC_BASE_URL: "https://data.example.org", TRUSTED_PROXY: "127.0.0.0/8" });
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${server.baseUrl}/openapi.json`)).text());
  writeFileSync(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
});
afterAll(() => server?.stop());

describe("the API description", () => {
  test("has no error and no warning of Redocly", async () => {
    const report = JSON.parse(await output(bin("redocly"), ["lint", "openapi.json", "--format=json"]));
    expect(report.problems.map(({ ruleId, location }: { ruleId: string; location: unknown }) => [ruleId, location])).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  test("has no error and no warning of Spectral", async () => {
    const report = await output(bin("spectral"), ["lint", "openapi.json", "--format=json", "--quiet"]);
    expect(JSON.parse(report).map(({ code, path }: { code: string; path: unknown }) => [code, path])).toEqual([]);
  });
});

describe("the clients of three generators", () => {
  const PROGRAMS = ["with-openapi-fetch", "with-hey-api", "with-orval"];

  test("are made and compile, with programs that use their types", async () => {
    await output(bin("openapi-typescript"), ["openapi.json", "-o", "generated/openapi-fetch/paths.ts"]);
    await output(bin("openapi-ts"), ["-i", "openapi.json", "-o", "generated/hey-api", "-c", "@hey-api/client-fetch"]);
    await output(bin("orval"), ["--input", "./openapi.json", "--output", "./generated/orval/client.ts", "--client", "fetch"]);
    for (const made of ["openapi-fetch/paths.ts", "hey-api/sdk.gen.ts", "orval/client.ts"]) {
      expect(existsSync(join(folder, "generated", made)), made).toBe(true);
    }
    expect(await output(bin("tsc"), ["-p", "tsconfig.json"])).toBe("");
  });

  test("know the tables of answers, which the programs above do not mistake for the objects that they read", () => {
    const paths = readFileSync(join(folder, "generated/openapi-fetch/paths.ts"), "utf8");
    expect(paths).toContain("text/csv");
  });

  test.each(PROGRAMS.map((name, index): [string, number] => [name, index]))(
    "%s calls free, paid, with a list and with a body",
    async (name, index) => {
      const tsx = join(root, "node_modules/tsx/dist/loader.mjs");
      const printed = await output(process.execPath, ["--import", tsx, `programs/${name}.ts`], {
        BASE_URL: server.baseUrl,
        TOKEN: contractToken(index),
      });
      expect(JSON.parse(printed)).toEqual({
        free: [200, expect.stringMatching(/^(operational|degraded|down|unknown)$/)],
        listings: [200, expect.any(Number)],
        paid: [200, 1],
        list: [200, 2],
        posted: [200, expect.stringMatching(/^wat_/)],
        refused: [402, "payment_required"],
      });
    },
  );
});
