import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const Line = z.object({ level: z.string(), message: z.string(), error: z.string().optional(), repeated: z.number().optional() });

/** The lines of a process that logs for as long as the program runs. */
function linesOf(program: string): z.output<typeof Line>[] {
  const { stderr } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env.PATH, NODE_ENV: "test", LOG_LEVEL: "info" } as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  return stderr
    .trim()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
}

const PREAMBLE = `
  import { log, describeError } from "./lib/config/log.ts";
  const away = (port) => describeError(new Error("Failed query", { cause: new Error("connect ECONNREFUSED 127.0.0.1:" + port) }));
`;

test("calls that fail by the same cause share a line a second, and none is lost in the count", () => {
  const calls = 3000;
  const lines = linesOf(`${PREAMBLE}
    for (let call = 0; call < ${calls}; call++) log.error(call % 2 ? "request failed" : "a handler failed", { path: "/api/" + call, error: away(call) });
    setTimeout(() => undefined, 1500);
  `);
  expect(lines).toHaveLength(2);
  const [first, second] = lines;
  expect(first?.error).toContain("\n    at ");
  expect(second).toMatchObject({ repeated: calls - 1, error: "Error: Failed query; cause: Error: connect ECONNREFUSED 127.0.0.1:2999" });
});

test("another cause, and a line that tells of no error, are written at once", () => {
  const lines = linesOf(`${PREAMBLE}
    log.error("request failed", { error: away(1) });
    log.error("request failed", { error: describeError(new TypeError("undefined is not a function")) });
    for (const dispute of [1, 2]) log.warn("a purchase is disputed", { dispute });
  `);
  expect(lines.map(({ message }) => message)).toEqual([
    "request failed",
    "request failed",
    "a purchase is disputed",
    "a purchase is disputed",
  ]);
});
