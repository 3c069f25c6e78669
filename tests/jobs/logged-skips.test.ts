import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** A scheduler whose clock goes on by a slot whenever it looks, until its job ran four times. */
const PROGRAM = `
import { startScheduler } from "@/jobs/scheduler";
import { openEmbedded } from "./tests/support/stores/embedded-database";
const { db, close } = await openEmbedded();
const reasons = ["no wallet", "no wallet", "no quote", "no wallet"];
let clock = Date.parse("2026-01-05T09:00:00Z");
const ended = new Promise((resolve) => {
  const run = async () => (reasons.length === 1 && setTimeout(resolve, 200), { skipped: reasons.shift() ?? "no more" });
  const job = { name: "skips", summary: "", cadence: { everyMinutes: 1 }, writes: [], timeoutSeconds: 60, runsAtStart: true, run };
  const nobody = () => ({ get: () => Promise.reject(new Error()), measure: () => Promise.reject(new Error()) });
  const now = () => new Date((clock += 30_000));
  globalThis.stop = startScheduler(db, { jobs: [job], setup: { db, http: nobody }, now, wakeEveryMs: 20 });
});
await ended;
await globalThis.stop();
await close();
process.exit();
`;

test("a job that is skipped for the same reason again says so once", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    env: { ...process.env, LOG_LEVEL: "info" },
    encoding: "utf8",
    timeout: 60_000,
  });
  const reasons = [...`${stdout}${stderr}`.matchAll(/"reason":"([^"]*)"/g)].map(([, reason]) => reason);
  expect(reasons.slice(0, 3)).toEqual(["no wallet", "no quote", "no wallet"]);
}, 90_000);
