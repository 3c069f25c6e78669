import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface InnerAddress {
  path: string;
  remove(): void;
}

/** A socket in a folder that only this user may enter: whoever connects is our own front. */
export function createInnerAddress(): InnerAddress {
  if (process.platform === "win32") return { path: `\\\\.\\pipe\\front-${randomBytes(16).toString("hex")}`, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  return { path: join(folder, "next.sock"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
