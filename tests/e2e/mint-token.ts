import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { DATABASE_URL_FILE } from "./server-files";

/** A token of a new account, by the operator's command, in the database that the server serves. */
export function mintToken(credits: number, name = "browser test"): string {
  const printed = execFileSync(
    process.execPath,
    ["--import", "tsx", "lib/server/cli/token-cli.ts", "mint", "--credits", String(credits), "--name", name],
    {
      env: { ...process.env, DATABASE_URL: readFileSync(DATABASE_URL_FILE, "utf8") },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  return /aed_live_[0-9a-f]{64}/.exec(printed)?.[0] ?? `no token in ${printed}`;
}
