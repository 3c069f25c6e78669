import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "@/db/client";
import { dbOf, openConnection } from "@/db/connection";
import { listBackupFiles } from "@/db/backup/files";
import { readMarker } from "@/db/embedded/database-marker";
import { FolderInUseError } from "@/db/embedded/folder-lock";
import { isMigrated, ping } from "@/db/migrate/migrate";
import { findUnreadableTable } from "@/db/queries/installation";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { DatabaseNotWholeError } from "@/db/embedded/whole-database";
import { databaseChoice, describePostgres } from "@/lib/config/database-choice";
import { ConfigurationError, env } from "@/lib/config/env";
import { administer } from "../cli/administer";
import { overDirectAddress } from "./bring-up-to-date";
import { examineClock, type ClockRepair, type ClockState } from "../cli/clock-commands";
import { runCommandLine, sentenceFor } from "../cli/run-command-line";
import { clockFindings, describeRepair } from "./clock-findings";
import { isBuilt, isInstalled, sourceHash } from "./build-stamp.mjs";
import { bad, good, type Finding } from "./finding";
import { requireNode } from "./prepare.mjs";
import { productionFindings } from "./production-findings";

const root = process.cwd();
const BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "node_modules/@sparticuz/chromium/package.json",
];

function node(): Finding {
  try {
    requireNode();
    return good("Node", process.versions.node);
  } catch (error) {
    return bad("Node", (error as Error).message, "install Node 20.19 or newer");
  }
}

const dependencies = (): Finding =>
  isInstalled(root)
    ? good("dependencies", "as in the lockfile")
    : bad("dependencies", "not those of the lockfile", "npm start, or npm ci --include=dev");

const build = (): Finding =>
  isBuilt(root, sourceHash(root))
    ? good("build", "of these very sources")
    : bad("build", "missing, or of other sources", "npm start (it builds by itself)");

function browser(): Finding {
  const found = BROWSERS.find((path) => existsSync(path));
  return found
    ? good("browser for tests", found)
    : bad("browser for tests", "none found", "apt-get install chromium, or npm ci --include=dev");
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

/** Reads every table, unlike a start, which reads only what it needs. */
async function contents(db: Db): Promise<Finding[]> {
  const unreadable = await findUnreadableTable(db);
  const [newest] = listBackupFiles(env().DATA_DIR);
  const restore = newest
    ? `npm run backup -- restore ${newest.path}`
    : "restore a backup that you keep elsewhere: npm run backup -- restore <file>";
  if (unreadable) return [bad("contents", `the table ${unreadable.table} cannot be read: ${unreadable.reason}`, restore)];
  const { faults, transactions } = await checkLedger(db, new Date());
  const ledger = faults[0]
    ? bad("ledger", `the books do not balance: ${faults[0]}`, "npm run ledger -- verify tells every fault")
    : good("ledger", `${transactions} transactions, the books balance`);
  return [good("contents", "every table can be read"), ledger];
}

function backups(): Finding {
  const files = listBackupFiles(env().DATA_DIR);
  return good(
    "backups",
    files[0]
      ? `${files.length}, the newest ${files[0].path}`
      : "none yet; the server makes one a day of an embedded database, `npm run backup -- create` makes one now",
  );
}

async function database(): Promise<Finding[]> {
  const choice = databaseChoice(env());
  const folder = join(env().DATA_DIR, "db");
  const place = describePostgres(env()) ?? `embedded in ${folder}`;
  if (choice.driver === "pglite" && !existsSync(folder) && readMarker(env().DATA_DIR) === null) {
    return [good("database", `${place}, made at the first start`), ...clockFindings(null)];
  }
  try {
    const connection = await openConnection(choice, env().DATA_DIR);
    try {
      await ping(connection);
      await overDirectAddress(connection, ping);
      if (!(await isMigrated(connection, root))) {
        return [bad("database", `${place}: its schema is not current`, "npm run migrate (npm start does it too)"), ...clockFindings(null)];
      }
      const db = dbOf(connection);
      return [
        good("database", `${place}, its schema is current`),
        ...(await contents(db)),
        backups(),
        ...clockFindings(await examineClock(db)),
      ];
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof FolderInUseError) {
      return [
        good("database", `${place}, in use by process ${error.ownerPid}`),
        ...clockFindings(await administer<ClockState>("clock.examine")),
      ];
    }
    if (error instanceof DatabaseNotWholeError) {
      return [bad("database", error.problem, error.fix.replaceAll("\n", "\n           ")), ...clockFindings(null)];
    }
    const fix = choice.driver === "pglite" ? `move ${folder} aside and start again` : "start Postgres, or correct the address";
    return [bad("database", sentenceFor(error) ?? String(error), fix), ...clockFindings(null)];
  }
}

async function examine(isProduction: boolean): Promise<Finding[]> {
  const machine = [node(), dependencies(), build(), browser()];
  const configured = configuration();
  if (!configured.isGood) return [...machine, configured];
  return [...machine, configured, dataFolder(), ...(await database()), ...(isProduction ? productionFindings(env()) : [])];
}

async function repair(): Promise<number> {
  const lines = describeRepair(await administer<ClockRepair>("clock.repair"));
  process.stdout.write(`${lines.length === 0 ? "There was nothing to repair." : lines.join("\n")}\n`);
  return 0;
}

await runCommandLine(async () => {
  if (process.argv.includes("repair")) return repair();
  const findings = await examine(process.argv.includes("--production"));
  for (const { isGood, name, says } of findings) process.stdout.write(`${isGood ? "ok   " : "FAIL "} ${name}: ${says}\n`);
  const failed = findings.filter(({ isGood }) => !isGood).length;
  process.stdout.write(failed === 0 ? "All is well.\n" : `${failed} to mend.\n`);
  return failed === 0 ? 0 : 1;
});
