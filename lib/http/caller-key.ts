import { createHash } from "node:crypto";
import { limitKey } from "./client-address";

/** A caller as limits and idempotency keys know it: the address itself is not kept. */
export const callerKey = (address: string): string => createHash("sha256").update(`caller|${limitKey(address)}`).digest("base64url");
