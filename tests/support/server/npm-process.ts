import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { plainEnvironment } from "./server";

const root = join(import.meta.dirname, "../../..");

export interface NpmProcess {
  /** Pid of npm itself, as a supervisor knows it. */
  pid: number;
  output(): string;
  /** Resolves to the first capture of `pattern` in the output; rejects when npm ends before. */
  says(pattern: RegExp): Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  clear(): void;
}

/** `npm run <script>` as the leader of a process group, as a shell in a terminal starts it. */
export function runNpm(script: string, variables: Readonly<Record<string, string>>): NpmProcess {
  const child = spawn("npm", ["run", script], {
    cwd: root,
    detached: true,
    env: plainEnvironment({ PORT: "0", SCHEDULER: "off", ...variables }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid as number;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, "exit").then(([code, signal]) => ({ code: code as number | null, signal: signal as NodeJS.Signals | null }));
  return {
    pid,
    output: () => output,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output);
          if (found) resolve(found[1] ?? found[0]);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        look();
        void ended.then(() => reject(new Error(`npm ended before it said ${pattern}:\n${output}`)));
      }),
    clear() {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // The group is gone.
      }
    },
  };
}
