import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Interpreter {
  /** Runs a program of its own scope with these variables of the environment; fails as the program does. */
  run(text: string, variables: Readonly<Record<string, string>>): Promise<string>;
  stop(): void;
}

/** Reads a line of JSON for each program, and says in one what it printed to `result` or how it failed. */
const LOOPS = {
  javascript: [
    process.execPath,
    "--input-type=module",
    "-e",
    `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { text, variables } = JSON.parse(line);
  Object.assign(process.env, variables);
  const program = "data:text/javascript;charset=utf-8," + encodeURIComponent(text);
  const said = await import(program).then(({ result }) => ({ result }), (error) => ({ fault: String(error.stack) }));
  console.log(JSON.stringify(said));
}`,
  ],
  python: [
    "python3",
    "-c",
    `import json, os, sys, traceback
for line in sys.stdin:
    asked = json.loads(line)
    os.environ.update(asked["variables"])
    scope = {}
    try:
        exec(asked["text"], scope)
        said = {"result": scope["result"]}
    except Exception:
        said = {"fault": traceback.format_exc()}
    print(json.dumps(said), flush=True)`,
  ],
} as const;

/** A process that runs programs in turn: to start one for each took longer than what they do. */
export function startInterpreter(language: keyof typeof LOOPS): Interpreter {
  const [program, ...args] = LOOPS[language];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(text, variables) {
      child.stdin.write(`${JSON.stringify({ text, variables })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended`);
      const { result, fault } = JSON.parse(value) as { result?: unknown; fault?: string };
      if (fault !== undefined) throw new Error(fault);
      return String(result);
    },
    stop: () => child.kill(),
  };
}
