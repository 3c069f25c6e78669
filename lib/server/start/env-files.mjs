// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";

/** `.env.local`, then `.env`; what the environment already says wins over both. @param {string} root */
export function loadEnvFiles(root) {
  for (const name of [".env.local", ".env"]) {
    const file = join(root, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
}
