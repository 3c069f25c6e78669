import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

function runWithLog(variables: Record<string, string>, program: string): string {
  const script = `import { log, describeError } from "./lib/config/log.ts"; ${program}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "test", LOG_LEVEL: "info", ...variables } as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  return stdout + stderr;
}

test("removes configured secrets from log lines, wherever they occur", () => {
  const secrets = {
    CHAIN_RPC_URLS: "https://base.rpc.example/v2/alchemy-0123456789",
    X402_SETTLER_KEY: `0x${"ab".repeat(32)}`,
    CRON_SECRET: 'cron-secret-"quoted"-0123456789',
    DATABASE_URL: "postgres://user:hunter-two-0123@host/name",
    PROBE_OPENAI_KEY: "sk-0123456789abcdef",
  };
  const lines = runWithLog(
    secrets,
    `
    log.error("failed", { error: describeError(new Error("HTTP request failed. URL: https://base.rpc.example/v2/alchemy-0123456789")), path: "/v2/alchemy-0123456789" });
    log.warn(${JSON.stringify(secrets.X402_SETTLER_KEY)}, { cron: ${JSON.stringify(secrets.CRON_SECRET)}, url: ${JSON.stringify(secrets.DATABASE_URL)}, password: "hunter-two-0123", key: "sk-0123456789abcdef" });
  `,
  );
  expect(lines).not.toMatch(/alchemy|abababab|quoted|hunter|sk-0123/);
  expect(
    lines
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { level: string }).level),
  ).toEqual(["error", "warn"]);
});

test("removes tokens, which it recognises by their format", () => {
  const token = `aed_live_${"0f".repeat(32)}`;
  const line = runWithLog(
    {},
    `log.info("minted", { token: "${token}", header: "Bearer ${token.toUpperCase().replace("AED_LIVE_", "aed_live_")}" });`,
  );
  expect(line).not.toMatch(/0f0f/i);
  expect(line).toContain("aed_live_[secret]");
});
