import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const ARCHITECTURES: Record<string, string> = { x64: "amd64", arm64: "arm64" };

/** The native binary, because npm's wrapper leaves its child running. Null when there is no build for this machine. */
export function findAnvil(): string | null {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  try {
    return require.resolve(`${name}/bin/anvil${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    return null;
  }
}

export const NO_ANVIL = `tests on a local chain need @foundry-rs/anvil, and npm has installed no build of it for ${process.platform}-${process.arch}`;

export interface Anvil {
  url: string;
  stop(): Promise<void>;
}

async function listeningAt(child: ChildProcess): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const address = /Listening on (\S+)/.exec(output)?.[1];
    if (address) return `http://${address}`;
  }
  throw new Error(`anvil ended before it listened: ${output.slice(-500)}`);
}

/** Ends anvil with this process, even when that is killed. The pipe then closes, and its reader kills anvil. */
const LEASH = '(read -r _ <&3; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&-';

function spawnOnLeash(binary: string, args: readonly string[]): ChildProcess {
  if (process.platform === "win32") return spawn(binary, args, { stdio: ["ignore", "pipe", "ignore"] });
  return spawn("sh", ["-c", LEASH, "sh", binary, ...args], { stdio: ["ignore", "pipe", "ignore", "pipe"] });
}

export async function startAnvil(chainId: number): Promise<Anvil> {
  const binary = findAnvil();
  if (!binary) throw new Error(NO_ANVIL);
  const child = spawnOnLeash(binary, ["--host", "127.0.0.1", "--port", "0", "--chain-id", String(chainId), "--color", "never"]);
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const url = await listeningAt(child);
  child.stdout?.resume();
  return {
    url,
    async stop() {
      process.removeListener("exit", kill);
      kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
