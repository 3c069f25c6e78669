// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Loads `.env.local`, then `.env`; variables that are already set win over both. @param {string} root */
export function loadEnvFiles(root) {
  for (const name of [".env.local", ".env"]) {
    const file = join(root, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
}
