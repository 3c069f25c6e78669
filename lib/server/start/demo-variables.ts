import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { KEYS, PROBE_KEY } from "@/lib/config/keys";
import { makeFolders } from "@/lib/config/make-folders.mjs";

/** What the demo takes over from the operator's configuration. Wallets, stores, keys and receivers are not its own. */
const TAKEN_OVER: ReadonlySet<string> = new Set(["PORT", "DATA_DIR", "SITE_NAME", "SCHEDULER", "LOG_LEVEL", "LOG_REQUESTS"]);

/** Makes a folder of recorded answers that has none. What asks a source, such as the card of a CVE, then asks nobody. */
function makeReplay(dataDir: string): string {
  const folder = join(dataDir, "no-sources");
  makeFolders(folder);
  writeFileSync(join(folder, "replay.json"), "[]\n", { mode: 0o600 });
  return folder;
}

/**
 * Empties the operator's keys in this process. They are set to nothing and not removed, because Next reads `.env` files
 * for every variable that is not there.
 */
export function leaveOperatorBehind(variables: NodeJS.ProcessEnv): void {
  const names = [...Object.keys(KEYS), ...Object.keys(variables).filter((name) => PROBE_KEY.pattern.test(name))];
  for (const name of names) if (!TAKEN_OVER.has(name)) variables[name] = "";
  variables.SOURCES_REPLAY_DIR = makeReplay(String(variables.DATA_DIR));
}
