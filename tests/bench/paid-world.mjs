// @ts-check
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { pin } from "./processes.mjs";

/** @typedef {{ url: string, tokens: string[], dataDir: string, embeddedTokens: string[] }} PaidWorld a Postgres and an embedded database, each with tokens that can pay for a whole bench */

/** Runs the work beside both databases, and ends them with it. @template Result @param {string} folder @param {(world: PaidWorld) => Promise<Result>} work */
export async function withPaidWorld(folder, work) {
  mkdirSync(folder, { recursive: true });
  // Postgres runs as another user, who needs access to the folders.
  for (const passage of [dirname(folder), folder]) chmodSync(passage, 0o755);
  // Postgres inherits the generator's core, so that the server has the other one to itself.
  pin(process.pid, 1);
  const world = fork("tests/bench/premium-world.ts", [folder], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    const [paidWorld] = await once(world, "message");
    return await work(paidWorld);
  } finally {
    world.send("stop");
    await once(world, "exit");
  }
}
