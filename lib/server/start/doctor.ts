import { existsSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "@/db/connection";
import { readMarker } from "@/db/embedded/database-marker";
import { FolderInUseError } from "@/db/embedded/folder-lock";
import { DatabaseNotWholeError } from "@/db/embedded/whole-database";
import { CommandError } from "@/lib/config/command-error";
import { databaseChoice } from "@/lib/config/database-choice";
import { ConfigurationError, env, misspeltKeys } from "@/lib/config/env";
import { askSourcesForTime } from "@/lib/loaders/freshness/clock-doubt";
import { administer, askServer } from "../cli/administer";
import type { ClockRepair } from "../cli/clock-commands";
import { controlAddress } from "../cli/control-address";
import { runCommandLine, sentenceFor } from "../cli/run-command-line";
import { isBuilt, isInstalled, sourceHash } from "./build-stamp.mjs";
import { clockFindings, describeRepair, redisFinding } from "./service-findings";
import { examineDatabase, placeOf, settingsOf, type DatabaseReport, type ServerReport } from "./examine-server";
import { findFolderFault } from "./data-folder";
import { bad, good, type Finding } from "./finding";
import { requireNode } from "./prepare.mjs";
import { productionChecks } from "./production-findings";

const USAGE = [
  "Usage: npm run doctor                   checks Node, configuration, database, build and clock, and reads every table and the ledger, through the running server where there is one; each failure prints its fix, and any makes it exit with 1",
  "                      -- --production   checks also what a public service needs: base URL, proxy, keys, operator, wallet, chain, connections, disk, memory, and whether every job runs as often as it says",
  "                      -- repair         reopens the days whose receipt log was closed too early by a clock that ran ahead",
].join("\n");

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
    : bad("build", "missing, or made from other sources", "npm start (it builds by itself)");

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

const misspelt = (): Finding[] => misspeltKeys().map((sentence) => bad("configuration", sentence, "rename it, or unset it"));

function dataFolder(): Finding {
  const { DATA_DIR } = env();
  const fault = findFolderFault(DATA_DIR);
  return fault ? bad("data folder", fault.says, fault.mend) : good("data folder", `${DATA_DIR} is writable`);
}

const SAME_VALUES =
  "restart the service, if they were changed since it started; else give this command the values of the service, in its environment or in a file `.env`";

/** A server that was started before the configuration was changed goes on with the former one. */
function serverFindings({ pid, settings }: ServerReport): Finding[] {
  const here = settingsOf(env());
  const differing = Object.keys(here).filter((name) => here[name] !== settings[name]);
  return [
    good("server", `process ${pid} answers`),
    differing.length === 0
      ? good("its configuration", "the same as here")
      : bad("its configuration", `the running server has other values of ${differing.join(", ")} than this command`, SAME_VALUES),
  ];
}

/**
 * Time limit for a running server. Reading every table of a large database takes a while; a server
 * that is stopped or stuck never answers.
 */
const SERVER_ANSWERS_MS = 120_000;

/** Null when no server listens on the data folder. */
async function askRunning(): Promise<ServerReport | null> {
  const signal = AbortSignal.timeout(SERVER_ANSWERS_MS);
  const asked = askServer(controlAddress(env().DATA_DIR), "doctor.examine", {}, signal);
  const answer = await asked.catch((error: unknown) => {
    throw signal.aborted ? new CommandError(`it has not answered for ${SERVER_ANSWERS_MS / 1000} s`) : error;
  });
  if (answer?.ok === false) throw new CommandError(answer.message);
  return answer && (answer.result as ServerReport);
}

async function openAndExamine(): Promise<DatabaseReport> {
  const connection = await openConnection(databaseChoice(env()), env().DATA_DIR);
  try {
    return await examineDatabase(connection, root);
  } finally {
    await connection.close();
  }
}

function whyClosed(error: unknown): Finding {
  if (error instanceof DatabaseNotWholeError) return bad("database", error.problem, error.fix.replaceAll("\n", "\n           "));
  if (error instanceof FolderInUseError) {
    return bad(
      "database",
      `process ${error.ownerPid} has it open, and does not answer commands`,
      `wait until it has started; if it goes on, kill ${error.ownerPid} and start the service again`,
    );
  }
  const folder = join(env().DATA_DIR, "db");
  const fix = databaseChoice(env()).driver === "pglite" ? `move ${folder} aside and start again` : "start Postgres, or correct the address";
  return bad("database", sentenceFor(error) ?? String(error), fix);
}

const cadencesOf = ({ cadences }: DatabaseReport, isProduction: boolean): Finding[] => (isProduction && cadences ? [cadences] : []);

async function throughServer(isProduction: boolean): Promise<Finding[] | null> {
  try {
    const running = await askRunning();
    return (
      running && [...serverFindings(running), ...running.database, ...clockFindings(running.clock), ...cadencesOf(running, isProduction)]
    );
  } catch (error) {
    const says = `the running server could not be asked: ${sentenceFor(error) ?? String(error)}`;
    return [bad("server", says, "start the part that it reports as away; otherwise read its log, and restart it")];
  }
}

async function database(isProduction: boolean): Promise<Finding[]> {
  const told = await throughServer(isProduction);
  if (told) return told;
  try {
    const isEmbedded = databaseChoice(env()).driver === "pglite";
    if (isEmbedded && !existsSync(join(env().DATA_DIR, "db")) && readMarker(env().DATA_DIR) === null) {
      return [good("database", `${placeOf(env())}, made at the first start`), ...clockFindings(null)];
    }
    const report = await openAndExamine();
    return [...report.database, ...clockFindings(report.clock), ...cadencesOf(report, isProduction)];
  } catch (error) {
    return [whyClosed(error), ...clockFindings(null)];
  }
}

async function examine(isProduction: boolean): Promise<Finding[]> {
  const machine = [node(), dependencies(), build(), browser()];
  const configured = configuration();
  if (!configured.isGood) return [...machine, configured];
  if (isProduction) await askSourcesForTime();
  const folder = dataFolder();
  // A server is asked by a socket in that folder, and the embedded database lies there.
  const stored = folder.isGood ? await database(isProduction) : [];
  const redis = await redisFinding(env());
  const stores = redis ? [...stored, redis] : stored;
  return [...machine, configured, ...misspelt(), folder, ...stores, ...(isProduction ? await productionChecks(env()) : [])];
}

async function repair(): Promise<number> {
  const lines = describeRepair(await administer<ClockRepair>("clock.repair"));
  process.stdout.write(`${lines.length === 0 ? "There was nothing to repair." : lines.join("\n")}\n`);
  return 0;
}

await runCommandLine(USAGE, async () => {
  const [asked, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || ![undefined, "repair", "--production"].includes(asked)) throw new CommandError(USAGE);
  if (asked === "repair") return repair();
  const findings = await examine(asked === "--production");
  for (const { isGood, name, says } of findings) process.stdout.write(`${isGood ? "ok   " : "FAIL "} ${name}: ${says}\n`);
  const failed = findings.filter(({ isGood }) => !isGood).length;
  process.stdout.write(failed === 0 ? "All is well.\n" : `${failed} to mend.\n`);
  return failed === 0 ? 0 : 1;
});
