import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { parseEnv } from "@/lib/config/env";
import { keepDemo } from "@/lib/server/seed/demo/keep-demo";
import { polledPages } from "@/lib/server/seed/polled-pages";
import { leaveOperatorBehind } from "@/lib/server/start/demo-variables";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "demo-folder-"));
  database = await useTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a database in which a service has collected data is neither filled nor served as a demo", async () => {
  const now = new Date();
  await storePoll(
    database.db,
    polledPages(() => "operational"),
    { slot: now, now },
  );
  await expect(keepDemo(database.db, folder)).rejects.toThrow(`${folder} holds collected data and no demo.`);
});

test("the demo takes over neither wallet, stores, receivers nor keys of the operator, and asks no source", () => {
  const variables: Record<string, string> = {
    PATH: "/bin",
    PORT: "4000",
    DATA_DIR: folder,
    SITE_NAME: "Mine",
    SCHEDULER: "off",
    DATABASE_URL: "postgres://user:secret22@db.example/name",
    REDIS_URL: "redis://:secret22@localhost:6379",
    PAYMENT_ADDRESS: `0x${"11".repeat(20)}`,
    ALERT_WEBHOOK_URL: "https://hooks.example.org/alerts",
    PUBLIC_BASE_URL: "https://data.example.org",
    PROBE_OPENAI_KEY: "sk-0123456789",
  };
  leaveOperatorBehind(variables as NodeJS.ProcessEnv);
  const { SITE_NAME, PORT, SCHEDULER, SOURCES_REPLAY_DIR, probeKeys, ...rest } = parseEnv(variables);
  expect({ SITE_NAME, PORT, SCHEDULER, probeKeys, path: variables.PATH }).toEqual({
    SITE_NAME: "Mine",
    PORT: 4000,
    SCHEDULER: false,
    probeKeys: {},
    path: "/bin",
  });
  for (const name of ["DATABASE_URL", "REDIS_URL", "PAYMENT_ADDRESS", "ALERT_WEBHOOK_URL", "PUBLIC_BASE_URL"] as const) {
    expect(rest[name], name).toBeUndefined();
    // Set to nothing: Next reads the files of the environment for what is not there.
    expect(variables[name], name).toBe("");
  }
  expect(JSON.parse(readFileSync(join(String(SOURCES_REPLAY_DIR), "replay.json"), "utf8"))).toEqual([]);
});
