import { defineConfig } from "@playwright/test";
import { findBrowser } from "../support/server/browser";

/** With E2E_PORT a server that listens there already is tested; without one it is started on that port. */
const PORT = Number(process.env.E2E_PORT ?? 4391);
const { executablePath, args } = await findBrowser();

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  workers: 1,
  fullyParallel: false,
  reporter: [["list"]],
  timeout: 60_000,
  use: { actionTimeout: 10_000, baseURL: `http://127.0.0.1:${PORT}`, launchOptions: { executablePath, args } },
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
