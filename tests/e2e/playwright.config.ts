import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "../support/server/browser";
import { serverPort } from "./server-files";
import { TIER } from "./tier";

/**
 * With E2E_PORT a server that listens there already is tested. Without it each worker has one, from
 * TEST_SERVER_PORT on.
 */
const isStarted = process.env.E2E_PORT === undefined;
const PORT = serverPort();
const WORKERS = isStarted ? Math.min(2, availableParallelism()) : 1;
const { executablePath, args } = await findBrowser();

export default defineConfig({
  ...TIER,
  testDir: ".",
  outputDir: `../../test-results/${PORT}`,
  workers: WORKERS,
  fullyParallel: true,
  reporter: [["list"]],
  // Long enough for a busy machine: these end what hangs, and no test is about its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { actionTimeout: 30_000, launchOptions: { executablePath, args } },
  ...(isStarted
    ? {
        webServer: {
          command: "node --import tsx tests/e2e/serve.ts",
          cwd: "../..",
          wait: { stdout: /^All servers answer$/m },
          timeout: 900_000,
          stdout: "ignore",
          env: { PORT: String(PORT), SERVERS: String(WORKERS), LOG_LEVEL: "silent" },
          gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
        },
      }
    : {}),
});
