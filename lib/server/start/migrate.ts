import { describePostgres, mayMigrate } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { openDatabase } from "./open-database";
import { runCommandLine } from "../cli/run-command-line";

const USAGE = [
  "Usage: npm run migrate   bring the schema and the bundled catalogs of the configured database up to date",
  "On Vercel builds of previews migrate nothing, unless MIGRATE_PREVIEWS=true is set.",
].join("\n");

/** Brings schema and bundled catalogs up to date before a build. Deployments that build without starting need it. */
await runCommandLine(USAGE, async () => {
  if (!mayMigrate(env())) {
    process.stdout.write(
      "Nothing is migrated: this is a preview on Vercel, and its database may be production's. Where previews have a database of their own, set MIGRATE_PREVIEWS=true for them.\n",
    );
    return;
  }
  const { close } = await openDatabase(process.cwd());
  await close();
  const place = describePostgres(env());
  process.stdout.write(`The database is up to date${place ? `: ${place}` : ""}.\n`);
});
