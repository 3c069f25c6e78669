import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** `npm run test:long` sets it: that tier stands apart, since it takes minutes. */
const isLong = process.env.TEST_TIER === "long";

/**
 * Servers' tests call there what these call, on a world that is prepared once. A world of their own
 * takes most of a minute.
 */
const isOnWorld = !isLong && process.env.TEST_DRIVER === "pg";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  resolve: { alias: { "@": new URL("..", import.meta.url).pathname.replace(/\/$/, "") } },
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**", "node_modules/**", ...(isLong ? [] : ["tests/long/**"]), ...(isOnWorld ? ["tests/smoke/**"] : [])],
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/fresh-file.ts"],
    isolate: false,
    environment: "node",
    // A machine five times slower keeps these: they end what hangs, and no test is about its time.
    testTimeout: 300_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    // A third of the time is waiting for leases, locks and child processes. A worker more than cores keeps them busy.
    maxWorkers: Math.min(2, availableParallelism()) + 1,
    // The seed of RFC 8032, test 1: what is tested signs, and leaves no key behind.
    env: {
      LOG_LEVEL: "silent",
      PUBLIC_BASE_URL: "http://localhost:3000",
      RECEIPT_SIGNING_KEY: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
      WATCH_SECRET_KEY: "q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80",
    },
  },
});
