import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CommandFailure } from "../exit-codes";
import { jsonObject } from "../json-object";
import type { Host } from "../output/terminal";

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;

const FOLDERS = { config: ["XDG_CONFIG_HOME", ".config"], cache: ["XDG_CACHE_HOME", ".cache"] } as const;

/** A relative folder in the environment counts as none, as the XDG specification has it. */
export function userFolder({ env }: Pick<Host, "env">, kind: keyof typeof FOLDERS): string {
  const [variable, usual] = FOLDERS[kind];
  const given = env[variable];
  return join(given && isAbsolute(given) ? given : join(env.HOME || homedir(), usual), "aed");
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Reads a file that only its owner may read. Another is refused: somebody else may have read or written it. */
async function readPrivate(path: string, { platform }: Pick<Host, "platform">): Promise<string | null> {
  try {
    const { mode } = await stat(path);
    if (platform !== "win32" && (mode & OTHERS) !== 0) {
      throw new CommandFailure("refused", "file_not_private", `Others may read ${path}, which holds a token.`, `chmod 600 ${path}`);
    }
    return await readFile(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Reads a private file of JSON; null where there is none. */
export async function readPrivateJson(path: string, host: Pick<Host, "platform">): Promise<object | null> {
  const text = await readPrivate(path, host);
  if (text === null) return null;
  const json = jsonObject(text);
  if (json !== null) return json;
  throw new CommandFailure("refused", "file_unreadable", `${path} is no JSON object.`, "Mend or remove it, then try again.");
}

/** Writes the file whole or not at all, never readable for others. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode: OWNER_ALONE, flag: "wx" });
  await chmod(draft, OWNER_ALONE);
  await rename(draft, path);
}

export const removePrivate = (path: string): Promise<void> => rm(path, { force: true });
