import { join } from "node:path";

/** The port of the server under test. The suite runs in two parts side by side, each on a server and a port of its own. */
export const serverPort = (): number => Number(process.env.E2E_PORT ?? process.env.TEST_SERVER_PORT ?? 4391);

const fileOf = (port: number, name: string): string => join(import.meta.dirname, `../../.cache/e2e-${port}-${name}`);

/** The server's process writes here which database it serves. */
export const databaseUrlFile = (port: number): string => fileOf(port, "database-url");

/** The server's process writes here where its chain listens; empty where there is none for this machine. */
export const chainUrlFile = (port: number): string => fileOf(port, "chain-url");

export const DATABASE_URL_FILE = databaseUrlFile(serverPort());
export const CHAIN_URL_FILE = chainUrlFile(serverPort());
