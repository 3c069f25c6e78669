import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WORLD_DRIVER } from "../lacks";
import { copyPreparedWorld, SIGNING_KEY } from "./prepared-world";
import { ensureBuild, startServer, type TestServer } from "./server";

/** What a service needs to offer credits; no chain is asked until somebody pays. */
export const SELLER = {
  PAYMENT_ADDRESS: "0x1111111111111111111111111111111111111111",
  NEXT_PUBLIC_PAYMENT_ADDRESS: "0x1111111111111111111111111111111111111111",
  OPERATOR_LEGAL_ENTITY: "Example Data LLC",
  OPERATOR_CONTACT: "ops@example.org",
  OPERATOR_SOCIAL_URL: "https://social.example/@data",
  MCP_REGISTRY_PUBLIC_KEY: "6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=",
  CHAIN_RPC_URLS: "http://127.0.0.1:9/",
};

export interface WorldServer extends Omit<TestServer, "stop"> {
  stop(): Promise<void>;
}

/** The server of `npm start` with the content of a first hour of service, which sells credits. */
export async function startWorldServer(variables: Record<string, string> = {}): Promise<WorldServer> {
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), "world-server-"));
  const { database } = await copyPreparedWorld(WORLD_DRIVER, folder);
  const server = await startServer({
    ...(database ? { DATABASE_URL: database.url } : {}),
    DATA_DIR: folder,
    RECEIPT_SIGNING_KEY: SIGNING_KEY,
    ...SELLER,
    ...variables,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
