import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEYS, parseEnv } from "@/lib/config/env";
import { loadSealingKey } from "@/lib/config/sealing-key";
import { DISK_LOW_BYTES } from "@/lib/domain/alerts/alerts";
import { HOUR_MS } from "@/lib/domain/basics/time";
import { loadReceiptKey } from "@/lib/receipts/receipt-key";
import type { Finding } from "@/lib/server/start/finding";
import { baseUrlFinding, chainFindings, disk, memory, productionFindings } from "@/lib/server/start/production-findings";
import { redisFinding } from "@/lib/server/start/service-findings";
import { lacks, lacksAnvil } from "../support/lacks";
import { findRedisServer, startRedis } from "../support/stores/redis";
import { startUpstash } from "../support/stores/upstash";
import { startChain, type TestChain } from "../support/money/chain";
import { followMend, mendOf, type Settings } from "../support/server/mend";
import { mountSmallDisk } from "../support/stores/small-disk";

const named = (findings: readonly Finding[], name: string): Finding => {
  const found = findings.find((finding) => finding.name === name);
  if (!found) throw new Error(`no finding is named ${name}`);
  return found;
};

const WALLET = KEYS.PAYMENT_ADDRESS.example;
const PUBLIC = { PUBLIC_BASE_URL: "https://data.example.org", PAYMENT_ADDRESS: WALLET };
const SELLER = {
  ...PUBLIC,
  OPERATOR_LEGAL_ENTITY: "Example LLC",
  OPERATOR_CONTACT: "ops@example.org",
  OPERATOR_SOCIAL_URL: "https://social.example/@data",
  NEXT_PUBLIC_PAYMENT_ADDRESS: WALLET,
};

/** A configuration that fails the named check. */
const BROKEN: [name: string, settings: Settings][] = [
  ["public address", {}],
  ["public address", { PUBLIC_BASE_URL: "http://data.example.org" }],
  ["proxy", {}],
  ["cron secret", { SCHEDULER: "off" }],
  ["durable database", {}],
  ["operator", {}],
  ["contact", {}],
  ["receipt key", {}],
  ["watch key", {}],
  ["sources", { SOURCES_REPLAY_DIR: "replay" }],
  ["log", { LOG_LEVEL: "silent" }],
  ["watches", { WATCH_ALLOW_PRIVATE: "true" }],
  ["sales", PUBLIC],
  ["sales", { ...SELLER, PAYMENTS_DISABLED: "true" }],
  ["sales", { ...SELLER, NEXT_PUBLIC_PAYMENT_ADDRESS: "0x2222222222222222222222222222222222222222" }],
];

describe("what the doctor prints for a configuration", () => {
  test.each(BROKEN)("mends %s of %j", (name, settings) => {
    const before = named(productionFindings(parseEnv(settings)), name);
    expect(before.isGood).toBe(false);
    const after = named(productionFindings(parseEnv(followMend(settings, mendOf(before)))), name);
    expect(after).toMatchObject({ name, isGood: true });
  });

  test("keeps a key that the service has used, because another one opens no secret of its watches", () => {
    const folder = mkdtempSync(join(tmpdir(), "kept-keys-"));
    const before: Settings = { DATA_DIR: folder };
    const kept = [loadReceiptKey(parseEnv(before)).kid, loadSealingKey(parseEnv(before))];
    const findings = productionFindings(parseEnv(before));
    const after = ["receipt key", "watch key"].reduce((settings, name) => followMend(settings, mendOf(named(findings, name))), before);
    rmSync(folder, { recursive: true, force: true });
    expect([loadReceiptKey(parseEnv(after)).kid, loadSealingKey(parseEnv(after))]).toEqual(kept);
  });

  test("is tried here for every check that can fail", () => {
    const all = productionFindings(parseEnv({ ...PUBLIC, SCHEDULER: "off", SOURCES_REPLAY_DIR: "x", LOG_LEVEL: "silent" }));
    expect([...new Set(all.map(({ name }) => name))].toSorted()).toEqual([...new Set(BROKEN.map(([name]) => name))].toSorted());
  });
});

describe("what the doctor finds of Redis", () => {
  test("that does not answer, until it does; and nothing where none is configured", async (context) => {
    expect(await redisFinding(parseEnv({}))).toBeNull();
    const binary = findRedisServer();
    context.skip(lacks(binary === null, "no redis-server was found"));
    if (binary === null) return;
    const redis = await startRedis(binary);
    const { url, token, breakOff, stop } = await startUpstash(redis.client);
    const asked = () => redisFinding(parseEnv({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }));
    const { host } = new URL(url);
    expect(await asked()).toEqual({ isGood: true, name: "Redis", says: `${host} answers` });
    breakOff();
    expect(await asked()).toMatchObject({
      isGood: false,
      says: expect.stringMatching(/cannot be asked \(.*\), so that each process[^]*fix: start Redis again/),
    });
    await stop();
    const upstash = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
    const both = await redisFinding(parseEnv({ ...upstash, REDIS_URL: redis.url }));
    const place = new URL(redis.url).host;
    const beaten = "REDIS_URL wins, and UPSTASH_REDIS_REST_URL is not used";
    expect(both).toEqual({ isGood: true, name: "Redis", says: `${place} answers; ${beaten}` });
    await redis.client.configSet("requirepass", "right-password");
    const refused = await redisFinding(parseEnv({ REDIS_URL: redis.url.replace("//", "//:wrong-password@") }));
    expect(refused).toMatchObject({ isGood: false, says: expect.stringMatching(/cannot be asked \(.*\)[^]*correct REDIS_URL/) });
    expect(refused?.says).not.toContain("wrong-password");
    await redis.stop();
  });
});

describe("what the doctor finds of the machine", () => {
  test("a disk that is nearly full, until backups are moved away", (context) => {
    const small = mountSmallDisk(600);
    context.skip(lacks(small === null, "this user may not mount a file system"));
    if (!small) return;
    try {
      small.fill(DISK_LOW_BYTES - 1024 * 1024);
      const finding = disk(small.path);
      expect(finding).toMatchObject({ isGood: false, says: expect.stringContaining("only 499 MB are left") });
      expect(mendOf(finding)).toContain(`move older files of ${small.path}/backups to another disk`);
      small.free();
      expect(disk(small.path).isGood).toBe(true);
    } finally {
      small.remove();
    }
  });

  test("memory below 1 GB, until it has the 1 GB that the mend names", () => {
    expect(mendOf(memory(512))).toContain("--memory=1g");
    expect(memory(1024).isGood).toBe(true);
  });
});

describe("what the doctor finds at the base URL", () => {
  let server: Server;
  let kid = "";
  let base = "";
  const key = { RECEIPT_SIGNING_KEY: KEYS.RECEIPT_SIGNING_KEY.example };
  beforeAll(async () => {
    server = createServer(
      (_, response) => void response.setHeader("Content-Type", "application/json").end(JSON.stringify({ keys: [{ kid }] })),
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test("nobody, somebody else, and this service once the address leads to it", async () => {
    const nobody = await baseUrlFinding(parseEnv({ ...key, PUBLIC_BASE_URL: "http://127.0.0.1:9" }));
    expect(nobody).toMatchObject({ isGood: false, says: expect.stringMatching(/cannot be asked: .*\n +fix: start the service/) });
    const values = parseEnv({ ...key, PUBLIC_BASE_URL: base });
    kid = "of-another-service";
    expect(await baseUrlFinding(values)).toMatchObject({ isGood: false, says: expect.stringContaining("fix: let http://127.0.0.1") });
    ({ kid } = loadReceiptKey(values));
    expect(await baseUrlFinding(values)).toMatchObject({ isGood: true });
    expect(await baseUrlFinding(parseEnv(key))).toBeNull();
  });
});

describe.skipIf(lacksAnvil())("what the doctor finds of wallet and chain", () => {
  let local: TestChain;
  let settings: Settings;
  beforeAll(async () => {
    local = await startChain();
    settings = local.environment();
  });
  afterAll(() => local?.stop());

  const ask = (changes: Settings, now = new Date()) => chainFindings(parseEnv({ ...settings, ...changes }), now);
  const failed = (findings: readonly Finding[]) => findings.filter(({ isGood }) => !isGood).map(({ name }) => name);

  test("nothing to mend where all is configured", async () => {
    await local.catchUp();
    expect(failed(await ask({}))).toEqual([]);
  });

  test("a wallet whose address was mistyped, and the token's address in its place", async () => {
    const mistyped = local.payTo
      .replace(/[a-f]/, (letter) => letter.toUpperCase())
      .replace(/[A-F](?=[^A-F]*$)/, (letter) => letter.toLowerCase());
    const findings = await ask({ PAYMENT_ADDRESS: mistyped });
    expect(failed(findings)).toEqual(["wallet"]);
    expect(mendOf(named(findings, "wallet"))).toContain("or write it in lower case");
    expect(failed(await ask({ PAYMENT_ADDRESS: mistyped.toLowerCase() }))).toEqual([]);
    expect(failed(await ask({ PAYMENT_ADDRESS: settings.USDC_ADDRESS ?? KEYS.USDC_ADDRESS.fallback ?? "" }))).toEqual(["wallet"]);
  });

  test("an endpoint of another chain, and one that does not answer", async () => {
    const other = await ask({ CHAIN_ID: "84532" });
    expect(failed(other)).toEqual(["chain"]);
    expect(mendOf(named(other, "chain"))).toContain("set CHAIN_RPC_URLS");
    const silent = await ask({ CHAIN_RPC_URLS: "http://127.0.0.1:9" });
    expect(failed(silent)).toEqual(["chain"]);
    expect(mendOf(named(silent, "chain"))).toContain("set CHAIN_RPC_URLS");
    expect(failed(await ask({ CHAIN_RPC_URLS: local.url }))).toEqual([]);
  });

  test("an endpoint that has stopped following the chain, until it follows it again", async () => {
    expect(failed(await ask({}, new Date(Date.now() + HOUR_MS)))).toEqual(["RPC"]);
    await local.catchUp();
    expect(failed(await ask({}))).toEqual([]);
  });

  test("an address of USDC where no contract is", async () => {
    const findings = await ask({ USDC_ADDRESS: "0x3333333333333333333333333333333333333333" });
    expect(failed(findings)).toEqual(["USDC"]);
    expect(mendOf(named(findings, "USDC"))).toContain("unset USDC_ADDRESS");
  });

  test("a settler without ether, until it is sent some", async () => {
    const poor = { X402_SETTLER_KEY: `0x${"5e".repeat(32)}` };
    const findings = await ask(poor);
    expect(failed(findings)).toEqual(["settler"]);
    const [, address = ""] = /send a little ether on Base to (0x\w{40})/.exec(mendOf(named(findings, "settler"))) ?? [];
    await local.client.sendTransaction({ account: local.settler, to: address as `0x${string}`, value: 10n ** 17n });
    expect(failed(await ask(poor))).toEqual([]);
  });
});
