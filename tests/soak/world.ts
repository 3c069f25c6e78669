import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { dbOf, openConnection } from "@/db/connection";
import type { Db } from "@/db/client";
import { findAnvil, startAnvil } from "../support/money/anvil";
import { fundedToken } from "../support/money/money";
import { startRpcProxy, type RpcProxy } from "../support/money/rpc-proxy";
import { copyPreparedWorld, SIGNING_KEY } from "../support/server/prepared-world";
import { removePrograms } from "../support/server/program";
import { SELLER } from "../support/server/world-server";
import { findPgbouncer, poolerUrl, stopPgbouncerIn } from "../support/stores/pgbouncer";
import { postgresUrl, stopPostgresIn } from "../support/stores/postgres";
import { findRedisServer, startRedis, type TestRedis } from "../support/stores/redis";
import { mountSmallDisk, type SmallDisk } from "../support/stores/small-disk";
import { startUpstash, type TestUpstash } from "../support/stores/upstash";
import { startBalancer, type Balancer } from "./balancer";
import { startMember, type Member } from "./member";

const CHAIN_ID = 31_337;
const SESSIONS = 20;
const DISK_MB = 1200;
const ACCOUNTS = 64;
export const CREDITS = 1_000_000;

export interface Payer {
  accountId: number;
  bearer: { Authorization: string };
}

export interface World {
  members: readonly Member[];
  balancer: Balancer;
  payers: readonly Payer[];
  replayDir: string;
  /** Null where this machine lacks it. The faults and checks that need it are then left out, and the report says so. */
  redis: TestRedis | null;
  rpc: RpcProxy | null;
  disk: SmallDisk | null;
  isPooled: boolean;
  reading<Result>(read: (db: Db) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** Everything of a run lies in one folder. Where it can be mounted it has a disk of its own, which can then be filled. */
function runFolderIn(folder: string): SmallDisk | null {
  const disk = mountSmallDisk(DISK_MB);
  // Its name is also that of the folder of compiled programs, which another run must not find.
  const runFolder = join(disk?.path ?? folder, `soak-${process.pid}`);
  mkdirSync(runFolder, { recursive: true });
  process.env.TEST_RUN_FOLDER = runFolder;
  return disk;
}

async function startChainProxy(): Promise<{ rpc: RpcProxy; stop(): Promise<void> } | null> {
  if (!findAnvil()) return null;
  const anvil = await startAnvil(CHAIN_ID);
  const rpc = await startRpcProxy(anvil.url);
  return { rpc, stop: () => rpc.stop().then(() => anvil.stop()) };
}

async function startRedisOverRest(): Promise<{ redis: TestRedis; upstash: TestUpstash } | null> {
  const binary = findRedisServer();
  if (!binary) return null;
  const redis = await startRedis(binary);
  return { redis, upstash: await startUpstash(redis.client) };
}

async function fund(reading: World["reading"]): Promise<Payer[]> {
  return reading(async (db) => {
    const payers: Payer[] = [];
    for (let payer = 0; payer < ACCOUNTS; payer++) payers.push(await fundedToken(db, CREDITS));
    return payers;
  });
}

/** The first two of three processes run the jobs. */
const startMembers = (folder: string, shared: Readonly<Record<string, string>>): Promise<Member[]> =>
  Promise.all(
    ["first", "second", "third"].map((name, index) => startMember(name, folder, { ...shared, SCHEDULER: index < 2 ? "on" : "off" })),
  );

type End = () => unknown;

function openStores(folder: string, ends: End[]): SmallDisk | null {
  const disk = runFolderIn(folder);
  const runFolder = process.env.TEST_RUN_FOLDER ?? "";
  ends.push(
    () => disk?.remove(),
    () => removePrograms(runFolder),
    () => stopPostgresIn(runFolder),
    () => stopPgbouncerIn(runFolder),
  );
  return disk;
}

/** What was started before a part that fails to start is ended as well. `ends` are called from the last to the first. */
export async function startWorld(folder: string): Promise<World> {
  const ends: End[] = [];
  const stop = async (): Promise<void> => {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  };
  return startParts(folder, ends, stop).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
}

async function startParts(folder: string, ends: End[], stop: World["stop"]): Promise<World> {
  const disk = openStores(folder, ends);
  const isPooled = findPgbouncer() !== null;
  if (isPooled) await poolerUrl(SESSIONS);
  const { replayDir, database } = await copyPreparedWorld("pg", join(folder, "prepared"), isPooled);
  if (!database) throw new Error("the world was prepared without its Postgres");
  const store = await startRedisOverRest();
  ends.push(
    () => store?.redis.stop(),
    () => store?.upstash.stop(),
  );
  const chain = await startChainProxy();
  ends.push(() => chain?.stop());
  const direct = `${await postgresUrl()}${new URL(database.url).pathname}`;
  const reading: World["reading"] = async (read) => {
    const connection = await openConnection({ driver: "pg", url: direct }, "");
    return read(dbOf(connection)).finally(() => connection.close());
  };
  const payers = await fund(reading);
  const members = await startMembers(folder, {
    ...SELLER,
    DATABASE_URL: database.url,
    SOURCES_REPLAY_DIR: replayDir,
    TRUSTED_PROXY: "127.0.0.1",
    PUBLIC_BASE_URL: "http://localhost:3000",
    RECEIPT_SIGNING_KEY: SIGNING_KEY,
    WATCH_SECRET_KEY: SIGNING_KEY,
    LOG_LEVEL: "info",
    ...(store ? { UPSTASH_REDIS_REST_URL: store.upstash.url, UPSTASH_REDIS_REST_TOKEN: store.upstash.token } : {}),
    ...(chain ? { CHAIN_RPC_URLS: chain.rpc.url, CHAIN_ID: String(CHAIN_ID) } : {}),
  });
  ends.push(() => Promise.all(members.map((member) => member.stop().catch(() => undefined))));
  const balancer = startBalancer(members);
  ends.push(() => balancer.stop());
  const places = { replayDir, redis: store?.redis ?? null, rpc: chain?.rpc ?? null, disk, isPooled };
  return { members, balancer, payers, ...places, reading, stop };
}
