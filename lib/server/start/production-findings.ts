import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { databaseChoice } from "@/lib/config/database-choice";
import type { Env } from "@/lib/config/env";
import { SEALING_KEY_FILE } from "@/lib/config/sealing-key";
import { KEY_FILE } from "@/lib/receipts/receipt-key";
import { bad, good, type Finding } from "./finding";
import { salesFinding } from "./sales-finding";

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
        "set DATABASE_URL=postgres://user:secret@host:5432/name, with those of a Postgres",
      )
    : good("durable database", "Postgres");

/** The service speaks no TLS itself, so that in production a proxy stands before it, as which all clients would count together. */
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

/** A key that this service has used stays in use: another one opens nothing that was sealed with the first. */
function printedBy(dataDir: string, file: string): string {
  const kept = resolve(dataDir, file);
  return existsSync(kept) ? `cat ${kept}` : "openssl rand -base64 32";
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
        "secrets of watches open with a key of this data folder only",
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
