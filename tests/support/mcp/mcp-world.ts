import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WORLD_DRIVER } from "../lacks";
import { copyPreparedWorld, SIGNING_KEY } from "../server/prepared-world";
import { startServer } from "../server/server";
import { SELLER } from "../server/world-server";

export interface McpWorld {
  url: string;
  paidUrl: string;
  baseUrl: string;
  output(): string;
  stop(): Promise<void>;
}

/** A process that answers MCP and the API from the content of a first hour of service, without Next. */
export async function startMcpWorld(variables: Record<string, string> = {}): Promise<McpWorld> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-world-"));
  const { database } = await copyPreparedWorld(WORLD_DRIVER, folder);
  const server = await startServer(
    {
      ...(database ? { DATABASE_URL: database.url } : {}),
      DATA_DIR: folder,
      RECEIPT_SIGNING_KEY: SIGNING_KEY,
      ...SELLER,
      ...variables,
    },
    "tests/support/mcp/serve.ts",
  );
  return {
    url: `${server.baseUrl}/api/mcp`,
    paidUrl: `${server.baseUrl}/api/mcp/paid`,
    baseUrl: server.baseUrl,
    output: server.output,
    async stop() {
      await server.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
