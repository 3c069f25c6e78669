import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "./make-folders.mjs";
import { ConfigurationError } from "./env";

export interface StoredKey<Key> {
  /** File name in the data folder. */
  name: string;
  /** Null when the text is not such a key. */
  read(text: string): Key | null;
  /** Shown to the operator when the file holds something else. */
  advice: string;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EEXIST";

function readKeyFile<Key>(file: string, { read, advice }: StoredKey<Key>): Key | null {
  try {
    const key = read(readFileSync(file, "utf8"));
    if (key !== null) return key;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  throw new ConfigurationError(`${file}: ${advice}`);
}

/**
 * A hard link appears atomically and only once. When two processes start together, the second reads
 * the first one's key.
 */
function createKeyFile(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, file);
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Reads a key of 32 random bytes from the data folder, and creates it when it is missing. */
export function storedKey<Key>(dataDir: string, described: StoredKey<Key>): Key {
  const file = join(dataDir, described.name);
  const found = readKeyFile(file, described);
  if (found !== null) return found;
  makeFolders(dataDir);
  createKeyFile(file);
  const created = readKeyFile(file, described);
  if (created === null) throw new Error(`${file} vanished while it was made`);
  return created;
}
