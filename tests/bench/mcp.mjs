// @ts-check
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Milliseconds of CPU that a tool call may take above the same call of the API. */
const BOUND = 2;

/** Measures a free and a paid call of a tool beside the same calls of the API. @param {string} folder */
export function benchMcp(folder) {
  mkdirSync(folder, { recursive: true });
  const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/mcp.ts", folder], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "silent", NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("the tools could not be measured");
  const { freeApi, freeTool, paidApi, paidTool } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  const line = (/** @type {string} */ name, /** @type {number} */ tool, /** @type {number} */ api) => {
    const isMet = tool - api <= BOUND;
    process.stdout.write(
      `  ${name}: ${tool.toFixed(2)} ms of CPU a tool call, ${api.toFixed(2)} ms the call of the API (bound ${BOUND} more)${isMet ? "" : "  MISSED"}\n`,
    );
    return isMet;
  };
  process.stdout.write("MCP\n");
  return [line("free", freeTool, freeApi), line("paid", paidTool, paidApi)].every((isMet) => isMet);
}
