import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  resolve: { alias: { "@": new URL("..", import.meta.url).pathname.replace(/\/$/, "") } },
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/long/**", "tests/e2e/**", "node_modules/**"],
    globalSetup: ["tests/support/global-setup.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: Math.min(2, availableParallelism()),
    env: { LOG_LEVEL: "silent" },
  },
});
