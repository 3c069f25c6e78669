import { join } from "node:path";

/** The server's process writes here where its chain listens; empty where there is none for this machine. */
export const CHAIN_URL_FILE = join(import.meta.dirname, "../../../.cache/e2e-chain-url");
