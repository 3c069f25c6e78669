import { openDatabase } from "@/lib/server/open-database";
import { runCommandLine } from "@/lib/server/run-command-line";

/** For deployments that build without starting: schema and bundled catalogs are brought up to date once, before the build. */
await runCommandLine(async () => {
  const { close } = await openDatabase(process.cwd());
  await close();
  process.stdout.write("The database is up to date.\n");
});
