import { join } from "node:path";

const FIRST_PORT = Number(process.env.TEST_SERVER_PORT ?? 4391);

/** Where this worker's server listens. Each worker has one of its own, because tests break its data and move its chain. */
export const serverPort = (): number => Number(process.env.E2E_PORT ?? FIRST_PORT + Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/** Its origin. */
export const SERVER_URL = `http://127.0.0.1:${serverPort()}`;

const fileOf = (port: number, name: string): string => join(import.meta.dirname, `../../.cache/e2e-${port}-${name}`);

/** The server's process writes here which database it serves. */
export const databaseUrlFile = (port: number): string => fileOf(port, "database-url");

/** The server's process writes here where its chain listens. Empty where there is none for this machine. */
export const chainUrlFile = (port: number): string => fileOf(port, "chain-url");

export const DATABASE_URL_FILE = databaseUrlFile(serverPort());
export const CHAIN_URL_FILE = chainUrlFile(serverPort());
