import { createHash } from "node:crypto";
import { limitKey, siteKey } from "./client-address";

const hashed = (network: string): string => createHash("sha256").update(`caller|${network}`).digest("base64url");

/** A caller as limits and idempotency keys know it: the address itself is not kept. */
export const callerKey = (address: string): string => hashed(limitKey(address));

/** A caller as reserved amounts know it: an account by its token, and without one the site that asks. */
export const reserverKey = (accountId: number | null, address: string): string =>
  accountId === null ? hashed(siteKey(address)) : `account:${accountId}`;
