// @ts-check
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithUsage } from "../../lib/config/usage.mjs";
import { freezeMigrations } from "./frozen-migrations.mjs";

endWithUsage(
  [
    "Usage: npm run migrations -- --name <name>            write the migration that a changed db/schema needs, and its hash into db/migrations/frozen.json, so that a migration that has landed is never changed",
    "                          -- --custom --name <name>   an empty one to write by hand; `npm run migrations` then records its hash",
  ].join("\n"),
);

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/drizzle-kit/bin.cjs"), "generate", "--config", "db/drizzle.config.ts", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
// A custom migration is still empty; the next call records its hash.
const isWrittenByHand = process.argv.includes("--custom");
if (status === 0 && !isWrittenByHand) freezeMigrations(join(root, "db/migrations"));
if (status === 0 && isWrittenByHand) process.stdout.write("Write its statements, then run `npm run migrations`, which freezes it.\n");
process.exitCode = status ?? 1;
