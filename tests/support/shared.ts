import { existsSync } from "node:fs";
import { join } from "node:path";

/** Folder of recordings and gold sets beside the project; present in CI, not in a plain clone. */
export const sharedFolder = join(import.meta.dirname, "../../../shared");

export const hasShared = existsSync(join(sharedFolder, "recordings"));
