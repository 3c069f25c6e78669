import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CommandFailure } from "../exit-codes";
import type { Host } from "../output/terminal";

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;

/** A relative XDG_CONFIG_HOME counts as none, as its specification has it. */
export function configFolder({ env }: Pick<Host, "env">): string {
  const { XDG_CONFIG_HOME: xdg } = env;
  return join(xdg && isAbsolute(xdg) ? xdg : join(env.HOME || homedir(), ".config"), "aed");
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Reads a file that only its owner may read. Another is refused: somebody else may have read or written it. */
export async function readPrivate(path: string, { platform }: Pick<Host, "platform">): Promise<string | null> {
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

/** Writes the file whole or not at all, never readable for others. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode: OWNER_ALONE, flag: "wx" });
  await chmod(draft, OWNER_ALONE);
  await rename(draft, path);
}

export const removePrivate = (path: string): Promise<void> => rm(path, { force: true });
