import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEYS, parseEnv } from "@/lib/config/env";
import { copyFirstStart } from "../support/server/prepared-world";
import { programOf } from "../support/server/program";
import { productionFindings } from "@/lib/server/start/production-findings";

const root = join(import.meta.dirname, "../..");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(script: string, variables: Record<string, string> = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = await programOf(script);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: join(folder, "data"),
    ...variables,
  } as unknown as NodeJS.ProcessEnv;
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

describe("npm run doctor", () => {
  test("checks Node, dependencies, build, browser, configuration, folder, database and clock", async () => {
    const { stdout } = await run("lib/server/start/doctor.ts");
    for (const name of ["Node", "dependencies", "build", "browser for tests", "configuration", "data folder", "database", "clock"]) {
      expect(stdout).toMatch(new RegExp(`^(ok|FAIL) +${name}: `, "m"));
    }
  });

  test("prints a fix for each failure and exits with 1", async () => {
    const malformed = await run("lib/server/start/doctor.ts", { PORT: "http" });
    expect(malformed.code).toBe(1);
    expect(malformed.stdout).toMatch(/^FAIL +configuration: PORT: [^\n]+\n +fix: /m);
    const unreachable = await run("lib/server/start/doctor.ts", { DATABASE_URL: "postgres://user:hunter2@127.0.0.1:9/name" });
    expect(unreachable.code).toBe(1);
    expect(unreachable.stdout).toMatch(/^FAIL +database: The database at 127\.0\.0\.1:9 cannot be used [^\n]+\n +fix: start Postgres/m);
    expect(unreachable.stdout).not.toContain("hunter2");
  });

  test("reports the schema as current after the migration", async () => {
    await copyFirstStart(join(folder, "data"));
    expect(await run("lib/server/start/migrate.ts")).toMatchObject({ code: 0, stdout: "The database is up to date.\n" });
    expect((await run("lib/server/start/doctor.ts")).stdout).toMatch(/^ok +database: embedded in .*, its schema is current$/m);
  });

  test("passes a complete production configuration and lists everything a bare one lacks", () => {
    const bare = productionFindings(
      parseEnv({ SCHEDULER: "off", SOURCES_REPLAY_DIR: "x", LOG_LEVEL: "silent", WATCH_ALLOW_PRIVATE: "true" }),
    );
    expect(bare.filter(({ isGood }) => isGood)).toEqual([]);
    expect(bare.every(({ says }) => says.includes("fix: "))).toBe(true);
    const whole = productionFindings(
      parseEnv({
        PUBLIC_BASE_URL: "https://data.example.org",
        TRUSTED_PROXY: "10.0.0.0/8",
        DATABASE_URL: "postgres://db/name",
        OPERATOR_LEGAL_ENTITY: "Example LLC",
        OPERATOR_CONTACT: "ops@example.org",
        RECEIPT_SIGNING_KEY: KEYS.RECEIPT_SIGNING_KEY.example,
        WATCH_SECRET_KEY: KEYS.WATCH_SECRET_KEY.example,
      }),
    );
    expect(whole.filter(({ isGood }) => !isGood)).toEqual([]);
  });

  test("names the keys that a wallet on a public address needs to sell", () => {
    const wallet = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
    const salesOf = (more: Record<string, string>) =>
      productionFindings(parseEnv({ PUBLIC_BASE_URL: "https://data.example.org", PAYMENT_ADDRESS: wallet, ...more })).find(
        ({ name }) => name === "sales",
      );
    expect(salesOf({ OPERATOR_CONTACT: "ops@example.org" })).toMatchObject({
      isGood: false,
      says: expect.stringContaining("fix: set OPERATOR_LEGAL_ENTITY, OPERATOR_SOCIAL_URL, NEXT_PUBLIC_PAYMENT_ADDRESS"),
    });
    const complete = {
      OPERATOR_LEGAL_ENTITY: "Example LLC",
      OPERATOR_CONTACT: "ops@example.org",
      OPERATOR_SOCIAL_URL: "https://social.example/@data",
      NEXT_PUBLIC_PAYMENT_ADDRESS: wallet,
    };
    expect(salesOf(complete)).toMatchObject({ isGood: true, says: expect.stringContaining(wallet) });
    expect(salesOf({ ...complete, PAYMENTS_DISABLED: "true" })).toMatchObject({ isGood: false });
  });
});
