import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  path: string;
  /** Fills the disk except for this many bytes. */
  fill(leave: number): void;
  free(): void;
  remove(): void;
}

const CHUNK = Buffer.alloc(1024 * 1024);

function fillFile(file: string, path: string, leave: number): void {
  const ballast = openSync(file, "w");
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(path);
      const size = Math.min(CHUNK.byteLength, bavail * bsize - leave);
      if (size <= 0) return;
      writeSync(ballast, CHUNK, 0, size);
    }
  } finally {
    closeSync(ballast);
  }
}

/** Mounts a small file system in memory; null when this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), "disk-"));
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]).status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const ballast = join(path, "ballast");
  return {
    path,
    fill: (leave) => fillFile(ballast, path, leave),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync("umount", ["--lazy", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
