import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt, isInstalled, sourceHash, stampInstall } from "@/lib/server/start/build-stamp.mjs";

const prepareModule = join(import.meta.dirname, "../../lib/server/start/prepare.mjs");
let root: string;

/** A project whose build takes half a second and records when it begins and ends. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "prepare-"));
  for (const folder of ["app", "lib", "node_modules/next/dist/bin"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "app/page.tsx"), "export default () => null;");
  writeFileSync(join(root, "node_modules/next/package.json"), '{"type":"commonjs"}');
  writeFileSync(
    join(root, "node_modules/next/dist/bin/next"),
    `const fs = require("fs");
     console.log("a list of routes");
     if (fs.existsSync("broken")) process.exit(3);
     fs.writeFileSync("build-pid", String(process.pid));
     fs.appendFileSync("builds", "begin ");
     setTimeout(() => { fs.mkdirSync(".next", { recursive: true }); fs.writeFileSync(".next/BUILD_ID", "x"); fs.appendFileSync("builds", "end "); }, 500);`,
  );
  stampInstall(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const prepareInProcess = (variables: Record<string, string> = {}) =>
  promisify(execFile)(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `const { prepare } = await import(${JSON.stringify(prepareModule)}); await prepare(${JSON.stringify(root)});`,
    ],
    {
      env: { PATH: process.env.PATH, ...variables } as unknown as NodeJS.ProcessEnv,
    },
  );
const builds = (): string => (existsSync(join(root, "builds")) ? readFileSync(join(root, "builds"), "utf8").trim() : "");

describe("before the start", () => {
  test("builds once for three simultaneous starts", async () => {
    await Promise.all([prepareInProcess(), prepareInProcess(), prepareInProcess()]);
    expect(builds()).toBe("begin end");
    expect(isBuilt(root, sourceHash(root, {}))).toBe(true);
  });

  test("builds again only after a changed source or NEXT_PUBLIC_ value", async () => {
    await prepareInProcess();
    await prepareInProcess();
    expect(builds()).toBe("begin end");
    writeFileSync(join(root, "lib/new.ts"), "export {};");
    await prepareInProcess();
    expect(builds()).toBe("begin end begin end");
    await prepareInProcess({ NEXT_PUBLIC_PAYMENT_ADDRESS: "0x1" });
    expect(builds()).toBe("begin end begin end begin end");
  });

  test("reports a failed build and leaves no stamp, so that the next start builds", async () => {
    writeFileSync(join(root, "broken"), "");
    const failed = await prepareInProcess().catch((error: unknown) => error as { stderr: string });
    expect(failed.stderr).toContain("a list of routes");
    expect(failed.stderr).toContain("next build failed (exit 3)");
    rmSync(join(root, "broken"));
    expect(isBuilt(root, sourceHash(root, {}))).toBe(false);
    await prepareInProcess();
    expect(builds()).toBe("begin end");
  });

  test("keeps to itself what a build says that succeeds", async () => {
    const { stdout, stderr } = await prepareInProcess();
    expect(stdout).toBe("Building (next build), which takes a minute or more, and 3 GB of memory …\n");
    expect(stderr).toBe("");
  });

  test("removes secrets from the build's output", async () => {
    const key = "rpc-key-0123456789abcdef";
    writeFileSync(
      join(root, "node_modules/next/dist/bin/next"),
      'console.log("asked", process.env.CHAIN_RPC_URLS); console.error(process.env.CHAIN_RPC_URLS); process.exitCode = 3;',
    );
    const guard = join(import.meta.dirname, "../../lib/config/guard-output.ts");
    const script = `const { prepare } = await import(${JSON.stringify(prepareModule)}); await prepare(${JSON.stringify(root)}, { beforeBuild: async () => (await import(${JSON.stringify(guard)})).guardOutput() });`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      cwd: join(import.meta.dirname, "../.."),
      env: { PATH: process.env.PATH, CHAIN_RPC_URLS: `https://base.example/v2/${key}` } as unknown as NodeJS.ProcessEnv,
    }).catch((error: unknown) => error as { stdout: string; stderr: string });
    expect([stderr.includes("asked [secret]"), /^\[secret\]$/m.test(stderr), `${stdout}${stderr}`.includes(key)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("ends the build on %s and leaves no stamp", async (signal) => {
    const run = prepareInProcess();
    while (builds() !== "begin") await delay(5);
    run.child.kill(signal);
    await expect(run).rejects.toThrow(`next build was stopped by ${signal}`);
    expect(() => process.kill(Number(readFileSync(join(root, "build-pid"), "utf8")), 0)).toThrow("ESRCH");
    expect([builds(), isBuilt(root, sourceHash(root, {}))]).toEqual(["begin", false]);
    await prepareInProcess();
    expect(builds()).toBe("begin begin end");
  });

  test("says what a killed build lacked", async () => {
    writeFileSync(join(root, "node_modules/next/dist/bin/next"), 'process.kill(process.pid, "SIGKILL");');
    await expect(prepareInProcess()).rejects.toThrow(/next build was killed, as a system does whose memory runs out\. It needs 3 GB/);
  });

  test("accepts a manual installation that matches the lockfile, including development packages", () => {
    const lock = (dev: object) =>
      JSON.stringify({
        packages: {
          "": {},
          "node_modules/next": { version: "1.0.0" },
          "node_modules/native": { version: "2.0.0", optional: true },
          ...dev,
        },
      });
    writeFileSync(join(root, "package-lock.json"), lock({ "node_modules/vitest": { version: "4.0.0", dev: true } }));
    writeFileSync(
      join(root, "node_modules/.package-lock.json"),
      JSON.stringify({ packages: { "node_modules/next": { version: "1.0.0" } } }),
    );
    expect(isInstalled(root)).toBe(false);
    writeFileSync(
      join(root, "node_modules/.package-lock.json"),
      JSON.stringify({ packages: { "node_modules/next": { version: "1.0.0" }, "node_modules/vitest": { version: "4.0.0", dev: true } } }),
    );
    expect(isInstalled(root)).toBe(true);
  });

  test("requires an installation after the lockfile changed", () => {
    expect(isInstalled(root)).toBe(true);
    writeFileSync(join(root, "package-lock.json"), '{"changed":true}');
    expect(isInstalled(root)).toBe(false);
  });
});
