import { processState } from "@/lib/config/process-state.mjs";

/** The one connection of this process, shared by the server and the Next bundle. */
export const connectionState = <Connection>(): { connection?: Promise<Connection> | undefined } =>
  processState<{ connection?: Promise<Connection> | undefined }>("connection", () => ({}));

/** For a thread that must not open the database a second time. */
export function refuseConnections(why: string): void {
  const refused = Promise.reject(new Error(why));
  refused.catch(() => undefined);
  connectionState<never>().connection = refused;
}
