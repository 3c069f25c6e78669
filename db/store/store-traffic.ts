import type { Pool, PoolClient } from "pg";

/** The waiters and users of a store, and when a byte last came from it. */
export interface StoreTraffic {
  /** Somebody waits for a connection; `fail` ends that. Returns what ends it otherwise. */
  begin(fail: (error: Error) => void): () => void;
  isNone(): boolean;
  /** Since when nothing was heard although somebody waits. */
  quietSince(): number;
  heardAt(): number;
  hear(): void;
  /**
   * Fails waiting statements and breaks off all connections. An idle one from before the outage may be
   * dead without a sign.
   */
  giveUp(error: Error): void;
}

export function watchTraffic(pool: Pool): StoreTraffic {
  const waiting = new Map<(error: Error) => void, number>();
  const open = new Set<PoolClient>();
  const busy = new Map<PoolClient, number>();
  let heardAt = 0;
  const hear = (): void => void (heardAt = performance.now());

  pool.on("connect", (client) => {
    open.add(client);
    client.connection.stream.on("data", hear);
  });
  pool.on("acquire", (client) => busy.set(client, performance.now()));
  pool.on("release", (_error, client) => busy.delete(client));
  pool.on("remove", (client) => {
    open.delete(client);
    busy.delete(client);
  });

  return {
    begin(fail) {
      waiting.set(fail, performance.now());
      return () => void waiting.delete(fail);
    },
    isNone: () => waiting.size + busy.size === 0,
    quietSince: () => Math.max(heardAt, Math.min(...waiting.values(), ...busy.values())),
    heardAt: () => heardAt,
    hear,
    giveUp(error) {
      const fails = [...waiting.keys()];
      waiting.clear();
      for (const fail of fails) fail(error);
      for (const client of open) client.connection.stream.destroy();
    },
  };
}
