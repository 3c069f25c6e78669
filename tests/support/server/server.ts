import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseEnv } from "@/lib/config/env";
import { isBuilt, isInstalled, sourceHash } from "@/lib/server/start/build-stamp.mjs";
import { prepare } from "@/lib/server/start/prepare.mjs";
import { leakIn, noteSecrets } from "../leaks";
import { programOf } from "./program";

const root = join(import.meta.dirname, "../../..");

export async function ensureBuild(): Promise<void> {
  if (isBuilt(root, sourceHash(root, process.env))) return;
  if (!isInstalled(root)) {
    throw new Error(
      "These dependencies were not installed by `npm start` or `npm test`; run one of them once, then this test builds by itself.",
    );
  }
  await prepare(root);
}

export interface TestServer {
  port: number;
  baseUrl: string;
  pid: number;
  output(): string;
  /** Stops the server and returns its exit code; default signal SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

type Variables = Readonly<Record<string, string>>;

/** Only what a process needs, and the test's variables: nothing of the developer's configuration. */
export function plainEnvironment(variables: Variables): NodeJS.ProcessEnv {
  const kept = ["PATH", "HOME", "TMPDIR", "SystemRoot", "USERPROFILE"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    LOG_LEVEL: "warn",
    ...variables,
  } as NodeJS.ProcessEnv;
}

/** Preloaded modules: with CLOCK_SHIFT_FILE a clock that the test can set. */
const preloads = (variables: Variables): string[] =>
  variables.CLOCK_SHIFT_FILE === undefined ? [] : ["--import", "./tests/support/server/shift-clock.mjs"];

export interface RunningScript {
  child: ChildProcess;
  /** Exit code, null when a signal ended it, and everything printed. */
  ended: Promise<{ code: number | null; output: string }>;
}

export async function spawnScript(script: string, variables: Variables, args: readonly string[] = []): Promise<RunningScript> {
  const program = await programOf(script);
  const child = spawn(process.execPath, [...preloads(variables), program, ...args], {
    cwd: root,
    env: plainEnvironment(variables),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended: once(child, "close").then(([code]) => ({ code: code as number | null, output })) };
}

export async function runScript(script: string, variables: Variables, args: readonly string[] = []): Promise<string> {
  const { code, output } = await (await spawnScript(script, variables, args)).ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output.slice(-3000)}`);
  return output;
}

/** What a script prints last: a busy machine's log lines stand before it. */
export const lastLineOf = (output: string): string => output.trim().split("\n").at(-1) ?? "";

/** Starts the server of `npm start`, or another script that serves, on a free port. Resolves once it listens. */
export async function startServer(variables: Variables, script = "lib/server/main.ts"): Promise<TestServer> {
  noteSecrets(parseEnv(variables));
  const program = await programOf(script);
  const child = spawn(process.execPath, [...preloads(variables), program], {
    cwd: root,
    env: plainEnvironment({ PORT: "0", SCHEDULER: "off", ...variables }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let hasEnded = false;
  const ended = once(child, "close").then(([code]) => ((hasEnded = true), code as number | null));
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const announced = / is at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (announced) resolve(Number(announced));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then((code) => reject(new Error(`the server ended with ${code} before it listened:\n${output.slice(-3000)}`)));
  });
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    output: () => output,
    async stop(signal = "SIGTERM") {
      if (!hasEnded) child.kill(signal);
      const code = await ended;
      const leak = leakIn(output);
      if (leak) throw new Error(`the server printed a secret: ${leak.slice(0, 20)}…`);
      return code;
    },
  };
}
