import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { freeBytes } from "@/db/embedded/storage";
import { databaseChoice } from "@/lib/config/database-choice";
import { ConfigurationError, type Env } from "@/lib/config/env";
import { SEALING_KEY_FILE } from "@/lib/config/sealing-key";
import { DISK_LOW_BYTES } from "@/lib/domain/alerts/alerts";
import { inMegabytes } from "@/lib/domain/basics/bytes";
import { chainOf, checksummed, requireChainId, type Chain } from "@/lib/money/chain/chain";
import { chainHead } from "@/lib/money/chain/chain-head";
import { ChainUnavailable } from "@/lib/money/chain/chain-unavailable";
import { inEther, isLow } from "@/lib/money/chain/gas";
import { Bytes } from "@/lib/money/chain/rpc-schemas";
import { x402Of } from "@/lib/money/chain/x402";
import { KEY_FILE, loadReceiptKey } from "@/lib/receipts/receipt-key";
import { bad, good, type Finding } from "./finding";
import { memoryFault, usableMegabytes } from "./memory-fault.mjs";
import { salesFinding } from "./service-findings";

const publicAddress = ({ PUBLIC_BASE_URL }: Env): Finding =>
  PUBLIC_BASE_URL?.startsWith("https://")
    ? good("public address", PUBLIC_BASE_URL)
    : bad(
        "public address",
        "feeds and documents name localhost, or a page without TLS; without PUBLIC_BASE_URL nothing is sold behind a proxy",
        "set PUBLIC_BASE_URL=https://data.example.org, with the name of this service",
      );

const durableDatabase = (values: Env): Finding =>
  databaseChoice(values).driver === "pglite"
    ? bad(
        "durable database",
        "the embedded database runs without fsync: a power cut may cost its newest writes",
        "set DATABASE_URL=postgres://user:secret@host:5432/name, with the user, password and host of your Postgres",
      )
    : good("durable database", "Postgres");

/**
 * A public service needs a proxy, because it speaks no TLS itself. All clients would count as that
 * proxy unless it is trusted.
 */
const proxy = ({ TRUSTED_PROXY, isVercel }: Env): Finding => {
  if (TRUSTED_PROXY || isVercel) return good("proxy", TRUSTED_PROXY ?? "vercel");
  return bad(
    "proxy",
    "no proxy is trusted: all clients behind yours share 120 calls a minute",
    "set TRUSTED_PROXY=127.0.0.1, with the address that your proxy calls from",
  );
};

const cronSecret = ({ CRON_SECRET, SCHEDULER }: Env): Finding => {
  if (CRON_SECRET) return good("cron secret", "configured");
  if (SCHEDULER) return good("cron secret", "not needed: this process runs the jobs");
  return bad(
    "cron secret",
    "SCHEDULER=off, and nobody else can run the jobs without CRON_SECRET",
    "set CRON_SECRET to what `openssl rand -base64 32` prints, or unset SCHEDULER",
  );
};

const operatorFindings = ({ OPERATOR_LEGAL_ENTITY, OPERATOR_CONTACT }: Env): Finding[] => [
  OPERATOR_LEGAL_ENTITY
    ? good("operator", OPERATOR_LEGAL_ENTITY)
    : bad("operator", "pages and documents do not say who runs this", "set OPERATOR_LEGAL_ENTITY to the name of the company or person"),
  OPERATOR_CONTACT
    ? good("contact", OPERATOR_CONTACT)
    : bad("contact", "sources that we ask cannot reach the operator", "set OPERATOR_CONTACT to an e-mail address or a URL"),
];

/** A key that this service has used stays in use. Another one opens nothing that was sealed with the first. */
function printedBy(dataDir: string, file: string): string {
  const stored = resolve(dataDir, file);
  return existsSync(stored) ? `cat ${stored}` : "openssl rand -base64 32";
}

const keyFindings = ({ RECEIPT_SIGNING_KEY, WATCH_SECRET_KEY, DATA_DIR }: Env): Finding[] => [
  RECEIPT_SIGNING_KEY
    ? good("receipt key", "configured")
    : bad(
        "receipt key",
        "each instance signs with a key of its own data folder, lost when the folder is",
        `set RECEIPT_SIGNING_KEY to what \`${printedBy(DATA_DIR, KEY_FILE)}\` prints`,
      ),
  WATCH_SECRET_KEY
    ? good("watch key", "configured")
    : bad(
        "watch key",
        "the secrets of watches are encrypted with a key of this data folder alone",
        `set WATCH_SECRET_KEY to what \`${printedBy(DATA_DIR, SEALING_KEY_FILE)}\` prints`,
      ),
];

/** Settings that are meant for tests and development. */
const testSettings = ({ SOURCES_REPLAY_DIR, LOG_LEVEL, WATCH_ALLOW_PRIVATE }: Env): Finding[] => [
  SOURCES_REPLAY_DIR ? bad("sources", "they are answered from files", "unset SOURCES_REPLAY_DIR") : good("sources", "the network"),
  LOG_LEVEL === "silent" ? bad("log", "nothing is logged", "set LOG_LEVEL=info") : good("log", LOG_LEVEL),
  WATCH_ALLOW_PRIVATE
    ? bad("watches", "callers can have private addresses called", "unset WATCH_ALLOW_PRIVATE")
    : good("watches", "call public addresses only"),
];

/** What a public service needs, beyond what it needs to start. */
export const productionFindings = (values: Env): Finding[] => [
  publicAddress(values),
  proxy(values),
  cronSecret(values),
  durableDatabase(values),
  ...operatorFindings(values),
  ...[salesFinding(values)].filter((finding) => finding !== null),
  ...keyFindings(values),
  ...testSettings(values),
];

const BASE_URL = "base URL";
const KEYS_TIMEOUT_MS = 10_000;
const Keys = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** The signing keys of the service at this address. Null where it does not answer with a document like ours. */
async function keysAt(baseUrl: string): Promise<string[] | null> {
  const response = await fetch(`${baseUrl}/.well-known/jwks.json`, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS), redirect: "manual" });
  if (response.status !== 200) throw new Error(`it answers ${response.status}`);
  const document = Keys.safeParse(await response.json().catch(() => null));
  return document.success ? document.data.keys.map(({ kid }) => kid) : null;
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

/** Asks the public address who is there. DNS, certificate and proxy are right where it is this very service. */
export async function baseUrlFinding(values: Env): Promise<Finding | null> {
  const { PUBLIC_BASE_URL: baseUrl, PORT } = values;
  if (!baseUrl) return null;
  try {
    const keys = await keysAt(baseUrl);
    if (keys?.includes(loadReceiptKey(values).kid)) return good(BASE_URL, `${baseUrl} leads to this service`);
    return bad(
      BASE_URL,
      `the service that answers at ${baseUrl} does not sign with this service's key`,
      `let ${baseUrl} lead to port ${PORT} of this machine, or set PUBLIC_BASE_URL and RECEIPT_SIGNING_KEY to those of the service that answers there`,
    );
  } catch (error) {
    return bad(
      BASE_URL,
      `${baseUrl} cannot be asked: ${reasonOf(error)}`,
      `start the service, and let the DNS name, the certificate and the proxy of ${baseUrl} lead to port ${PORT} of this machine`,
    );
  }
}

/** Base makes a block every two seconds; an endpoint that is this far behind does not follow it. */
const HEAD_MAX_AGE_MS = 5 * 60_000;

const OTHER_ENDPOINTS = "set CHAIN_RPC_URLS to one or two endpoints of that chain that answer";

function wallet(values: Env): { chain: Chain | null; finding: Finding } {
  try {
    const chain = chainOf(values);
    if (!chain) return { chain, finding: good("wallet", "none is configured, and nothing is sold") };
    if (chain.payTo === chain.usdc) {
      const fix = "set PAYMENT_ADDRESS to a wallet of yours";
      return { chain: null, finding: bad("wallet", "PAYMENT_ADDRESS is the address of USDC itself, which sends nothing back", fix) };
    }
    return { chain, finding: good("wallet", checksummed(chain.payTo)) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { chain: null, finding: bad("wallet", error.message, "copy the address again from the wallet, or write it in lower case") };
  }
}

async function chainId(chain: Chain, { CHAIN_ID }: Env): Promise<Finding> {
  try {
    await requireChainId(chain);
    return good("chain", `${chain.rpcs.length === 1 ? "the endpoint is" : "both endpoints are"} of chain ${CHAIN_ID}`);
  } catch (error) {
    if (error instanceof ConfigurationError) return bad("chain", error.message, `${OTHER_ENDPOINTS}, or CHAIN_ID to theirs`);
    if (error instanceof ChainUnavailable) return bad("chain", error.message, OTHER_ENDPOINTS);
    throw error;
  }
}

/** What the endpoints say: how far they are, and whether money that we recognise exists there. */
async function endpoints(chain: Chain, now: Date): Promise<Finding[]> {
  try {
    const { latest } = await chainHead(chain);
    const behindMs = now.getTime() - latest.time.getTime();
    const head =
      behindMs > HEAD_MAX_AGE_MS
        ? bad(
            "RPC",
            `the newest block is ${Math.round(behindMs / 1000)} s old`,
            `${OTHER_ENDPOINTS} and follow it; and see that the clock is right`,
          )
        : good("RPC", `block ${latest.number} of ${latest.time.toISOString()}`);
    const codes = await Promise.all(chain.rpcs.map((rpc) => rpc.ask("eth_getCode", [chain.usdc, "latest"], Bytes)));
    const usdc = codes.every((code) => code !== "0x")
      ? good("USDC", checksummed(chain.usdc))
      : bad(
          "USDC",
          `no contract is at ${chain.usdc} on chain ${chain.chainId}`,
          "unset USDC_ADDRESS, or set it to the address of USDC on that chain",
        );
    return [head, usdc];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return [bad("RPC", error.message, OTHER_ENDPOINTS)];
  }
}

async function settler(chain: Chain, values: Env): Promise<Finding[]> {
  const key = x402Of(values, chain)?.settler;
  if (!key) return [];
  try {
    const gas = await key.gasState();
    const address = checksummed(key.address);
    const has = `${address} has ${inEther(gas.balance)} ether`;
    if (!isLow(gas)) return [good("settler", has)];
    return [
      bad(
        "settler",
        `${has}, less than the gas of 20 settlements, so that no signed payments are offered`,
        `send a little ether on Base to ${address}, or unset X402_SETTLER_KEY`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return [bad("settler", error.message, OTHER_ENDPOINTS)];
  }
}

/** Wallet, chain and endpoints, asked now. */
export async function chainFindings(values: Env, now: Date): Promise<Finding[]> {
  const { chain, finding } = wallet(values);
  if (!chain) return [finding];
  const id = await chainId(chain, values);
  if (!id.isGood) return [finding, id];
  return [finding, id, ...(await endpoints(chain, now)), ...(await settler(chain, values))];
}

export function disk(dataDir: string): Finding {
  const free = freeBytes(dataDir);
  if (free === null) return good("disk", "the system does not tell how much room is left");
  if (free >= DISK_LOW_BYTES) return good("disk", `${inMegabytes(free)} are left for ${dataDir}`);
  return bad(
    "disk",
    `only ${inMegabytes(free)} are left for ${dataDir}; below 64 MB paid calls are refused`,
    `move older files of ${resolve(dataDir, "backups")} to another disk, or set DATA_DIR to a folder on a larger one`,
  );
}

export function memory(megabytes = usableMegabytes()): Finding {
  const fault = memoryFault(megabytes);
  return fault ? bad("memory", fault.says, fault.mend) : good("memory", `${megabytes} MB`);
}

/** Checks what a public service needs, in its configuration, the machine, the chain and the network. */
export async function productionChecks(values: Env): Promise<Finding[]> {
  const baseUrl = await baseUrlFinding(values);
  return [
    ...productionFindings(values),
    ...(baseUrl ? [baseUrl] : []),
    ...(await chainFindings(values, new Date())),
    disk(values.DATA_DIR),
    memory(),
  ];
}
