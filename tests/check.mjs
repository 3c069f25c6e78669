// @ts-check
import { endWithUsage } from "../lib/config/usage.mjs";
import { prepare } from "../lib/server/start/prepare.mjs";
import { root, runNode, runSteps, staticSteps } from "./steps.mjs";

endWithUsage(
  "Usage: npm run check   types, lint, format, layers, unused code, generated files and unit tests: what needs no database and no browser",
);

await prepare(root, { isDev: true });
const startedAt = performance.now();
const unitTests = {
  name: "unit tests",
  run: () =>
    runNode([
      "node_modules/vitest/vitest.mjs",
      "run",
      "-c",
      "tests/vitest.config.ts",
      "tests/domain",
      "tests/architecture",
      "--maxWorkers=1",
    ]),
};
const { length: failed } = await runSteps([unitTests, ...staticSteps]);
process.stdout.write(
  `${failed === 0 ? "All checks passed" : `${failed} of ${staticSteps.length + 1} checks failed`} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
