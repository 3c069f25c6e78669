import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface InnerAddress {
  path: string;
  remove(): void;
}

/** The folder is accessible to this user only, so only our own front can connect. */
export function createInnerAddress(): InnerAddress {
  if (process.platform === "win32") return { path: `\\\\.\\pipe\\front-${randomBytes(16).toString("hex")}`, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  return { path: join(folder, "next.sock"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
