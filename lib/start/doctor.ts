import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { dbOf, openConnection } from "@/db/connection";
import { FolderInUseError } from "@/db/folder-lock";
import { isMigrated, ping } from "@/db/migrate";
import { newestAttempt } from "@/db/queries/operations";
import { ConfigurationError, databaseChoice, env } from "@/lib/env";
import { runCommandLine, sentenceFor } from "@/lib/server/run-command-line";
import { isBuilt, isInstalled, sourceHash } from "./build-stamp.mjs";
import { bad, good, type Finding } from "./finding";
import { requireNode } from "./prepare.mjs";
import { productionFindings } from "./production-findings";

/** `npm run doctor`: each failure prints what mends it. */

const root = process.cwd();
const LONGEST_AHEAD_MS = 300_000;
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "node_modules/@sparticuz/chromium/package.json"];

function node(): Finding {
  try {
    requireNode();
    return good("Node", process.versions.node);
  } catch (error) {
    return bad("Node", (error as Error).message, "install Node 20.19 or newer");
  }
}

const dependencies = (): Finding => (isInstalled(root) ? good("dependencies", "as in the lockfile") : bad("dependencies", "not those of the lockfile", "npm start, or npm ci --include=dev"));

const build = (): Finding => (isBuilt(root, sourceHash(root)) ? good("build", "of these very sources") : bad("build", "missing, or of other sources", "npm start (it builds by itself)"));

function browser(): Finding {
  const found = BROWSERS.find((path) => existsSync(path));
  return found ? good("browser for tests", found) : bad("browser for tests", "none found", "apt-get install chromium, or npm ci --include=dev");
}

function configuration(): Finding {
  try {
    env();
    return good("configuration", "every key that is set is well-formed");
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return bad("configuration", error.message, "set it as in the example, or unset it");
  }
}

function dataFolder(): Finding {
  const { DATA_DIR } = env();
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
    accessSync(DATA_DIR, constants.W_OK);
    return good("data folder", `${DATA_DIR} is writable`);
  } catch (error) {
    return bad("data folder", (error as Error).message, `chown -R "$USER" ${DATA_DIR}, or set DATA_DIR to a folder of yours`);
  }
}

/** Data from the future means that the clock was, or is, wrong. */
function clock(newestData: Date | null): Finding {
  const now = new Date();
  const isBehind = newestData !== null && newestData.getTime() - now.getTime() > LONGEST_AHEAD_MS;
  return isBehind ? bad("clock", `it says ${now.toISOString()}, yet sources were read at ${newestData.toISOString()}`, "timedatectl set-ntp true") : good("clock", now.toISOString());
}

async function database(): Promise<Finding[]> {
  const choice = databaseChoice(env());
  const folder = join(env().DATA_DIR, "db");
  const place = choice.driver === "pglite" ? `embedded in ${folder}` : `Postgres at ${new URL(choice.url).host}`;
  if (choice.driver === "pglite" && !existsSync(folder)) return [good("database", `${place}, made at the first start`), clock(null)];
  try {
    const connection = await openConnection(choice, env().DATA_DIR);
    try {
      await ping(connection);
      if (!(await isMigrated(connection, root))) return [bad("database", `${place}: its schema is not current`, "npm run migrate (npm start does it too)"), clock(null)];
      return [good("database", `${place}, its schema is current`), clock(await newestAttempt(dbOf(connection)))];
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof FolderInUseError) return [good("database", `${place}, in use by process ${error.ownerPid}`), clock(null)];
    const fix = choice.driver === "pglite" ? `move ${folder} aside and start again` : "start Postgres, or correct the address";
    return [bad("database", sentenceFor(error) ?? String(error), fix), clock(null)];
  }
}

async function examine(isProduction: boolean): Promise<Finding[]> {
  const machine = [node(), dependencies(), build(), browser()];
  const configured = configuration();
  if (!configured.isGood) return [...machine, configured];
  return [...machine, configured, dataFolder(), ...(await database()), ...(isProduction ? productionFindings(env()) : [])];
}

await runCommandLine(async () => {
  const findings = await examine(process.argv.includes("--production"));
  for (const { isGood, name, says } of findings) process.stdout.write(`${isGood ? "ok   " : "FAIL "} ${name}: ${says}\n`);
  const failed = findings.filter(({ isGood }) => !isGood).length;
  process.stdout.write(failed === 0 ? "All is well.\n" : `${failed} to mend.\n`);
  return failed === 0 ? 0 : 1;
});
