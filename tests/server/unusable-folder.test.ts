import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unusableFolder } from "@/lib/server/start/unusable-folder.mjs";
import { sourceFiles } from "../support/source-files";

const folder = mkdtempSync(join(tmpdir(), "unusable-folder-"));
const file = join(folder, "file");
writeFileSync(file, "");

const run = (command: string, dataDir: string) =>
  spawnSync(process.execPath, command.split(" "), {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PORT: "3411" },
    encoding: "utf8",
    timeout: 20_000,
    killSignal: "SIGKILL",
  });

it("makes a folder that is missing, with those above it", () => {
  expect(unusableFolder(join(folder, "a", "b"))).toBeNull();
  expect(existsSync(join(folder, "a", "b"))).toBe(true);
});

const COMMANDS = [
  "lib/server/start/doctor.ts",
  "lib/server/start/migrate.ts",
  "lib/server/cli/jobs-cli.ts list",
  "lib/server/cli/token-cli.ts list",
  "lib/server/cli/ledger-cli.ts verify",
  "lib/server/seed/cli.ts demo",
  "lib/server/backup/backup-cli.ts list",
].map((command) => `lib/server/start/run.mjs ${command}`);

const unusable = [file, join(file, "below"), "/proc/nope"];

it.each(["lib/server/start/start.mjs", ...COMMANDS].flatMap((command) => unusable.map((dataDir) => [command, dataDir] as const)))(
  "ends %s in %s with one line and exit code 1",
  (command, dataDir) => {
    const { status, stdout, stderr } = run(command, dataDir);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^DATA_DIR cannot be used: [^\n]+\n$/);
    expect(stderr).toContain("set DATA_DIR to a folder of the user that runs the service.");
    expect(status).toBe(1);
  },
);

it("is made by one function, wherever it is made", () => {
  // The code generator and the bundlers of programs and of the client write into the project itself.
  const others = [
    "lib/config/make-folders.mjs",
    "lib/server/cli/generate.ts",
    "lib/server/client/build-client.ts",
    "lib/server/client/client-types.ts",
    "lib/server/client/declarations.ts",
    "lib/server/start/programs.mjs",
  ];
  const isOfReaders = (path: string): boolean => path.startsWith("lib/client/");
  const makers = sourceFiles(["db", "jobs", "lib"]).filter(({ path, text }) => !isOfReaders(path) && /mkdir(Sync)?\(/.test(text));
  expect(makers.map(({ path }) => path).toSorted()).toEqual(others.toSorted());
});
