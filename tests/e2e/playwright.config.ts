import { defineConfig } from "@playwright/test";
import { findBrowser } from "../support/server/browser";
import { serverPort } from "./server-files";

/** With E2E_PORT a server that listens there already is tested; without it one is started, on TEST_SERVER_PORT. */
const PORT = serverPort();
const { executablePath, args } = await findBrowser();

export default defineConfig({
  testDir: ".",
  outputDir: `../../test-results/${PORT}`,
  workers: 1,
  fullyParallel: false,
  reporter: [["list"]],
  // Long enough for a busy machine: these end what hangs, and no test is about its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { actionTimeout: 30_000, baseURL: `http://127.0.0.1:${PORT}`, launchOptions: { executablePath, args } },
  webServer: {
    command: "node --import tsx tests/e2e/serve.ts",
    cwd: "../..",
    url: `http://127.0.0.1:${PORT}/api/news?limit=1`,
    timeout: 900_000,
    reuseExistingServer: process.env.E2E_PORT !== undefined,
    stdout: "ignore",
    env: { PORT: String(PORT), LOG_LEVEL: "silent" },
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
