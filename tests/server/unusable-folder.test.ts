import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unusableFolder } from "@/lib/server/start/unusable-folder.mjs";

const folder = mkdtempSync(join(tmpdir(), "unusable-folder-"));
const file = join(folder, "file");
writeFileSync(file, "");

const start = (dataDir: string) =>
  spawnSync(process.execPath, ["lib/server/start/start.mjs"], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PORT: "3411" },
    encoding: "utf8",
    timeout: 20_000,
    killSignal: "SIGKILL",
  });

it("makes a folder that is missing, with those above it", () => {
  expect(unusableFolder(join(folder, "a", "b"))).toBeNull();
  expect(existsSync(join(folder, "a", "b"))).toBe(true);
});

it.each([file, join(file, "below"), "/proc/nope"])("ends a start in %s with one line and exit code 1", (dataDir) => {
  const { status, stderr } = start(dataDir);
  expect(stderr).toMatch(/^DATA_DIR cannot be used: [^\n]+\n$/);
  expect(stderr).toContain("set DATA_DIR to a folder of the user that runs the service.");
  expect(status).toBe(1);
});
