import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Prints a line for every message, after main has failed to start and so has guarded its output. */
const SCRIPT = `
  process.env.PORT = "not a port";
  const exit = process.exit;
  process.exit = () => undefined;
  await import("./lib/server/main.ts");
  process.exit = exit;
  process.send("guarded");
  process.on("message", () => {
    process.stdout.write("a line nobody reads\\n");
    process.stderr.write("another\\n");
    setTimeout(() => process.send("alive"), 200);
  });
`;

test("keeps running after the reader of its output has gone", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", SCRIPT], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  try {
    await once(child, "message");
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.send("print");
    await once(child, "message");
    child.send("print");
    const [word] = await once(child, "message");
    expect(word).toBe("alive");
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill("SIGKILL");
  }
});
