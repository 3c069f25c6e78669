import type { Connection } from "@/db/connection";
import { processState } from "@/lib/config/process-state.mjs";
import { openPg, openVercel } from "./drivers";
import { openEmbedded, type TestDatabase } from "./embedded-database";
import { refuseLeaks } from "../leaks";

export type { TestDatabase };

/** The connection that the product's own code uses. */
export const shared = processState<{ connection?: Promise<Connection> | undefined }>("connection", () => ({}));

/** A fresh migrated database: embedded in memory, or on the driver of TEST_DRIVER. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const driver = process.env.TEST_DRIVER ?? "pglite";
  const opened = await (driver === "pglite" ? openEmbedded() : driver === "vercel" ? openVercel() : openPg());
  return {
    ...opened,
    async close() {
      const isLeaking = refuseLeaks(opened.db);
      await isLeaking.catch(() => undefined);
      await opened.close();
      return isLeaking;
    },
  };
}

/** Opens a test database as the process's own, so that endpoints called through `serve` use it. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const opened = await openTestDatabase();
  shared.connection = Promise.resolve(opened.connection);
  return {
    ...opened,
    async close() {
      shared.connection = undefined;
      await opened.close();
    },
  };
}
