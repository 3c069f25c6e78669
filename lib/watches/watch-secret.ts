import { randomBytes } from "node:crypto";
import { ENCODED_PREFIX } from "@/lib/domain/watches/signing-secret";
import { openSecret, sealSecret } from "@/lib/config/sealing-key";

const PURPOSE = "watch";

export const sealWatchSecret = (secret: string): string => sealSecret(secret, PURPOSE);
export const openWatchSecret = (sealed: string): string => openSecret(sealed, PURPOSE);

/** In the spelling that the libraries of Standard Webhooks take. */
export const generateWatchSecret = (): string => `${ENCODED_PREFIX}${randomBytes(32).toString("base64")}`;

export const newWatchId = (): string => `wat_${randomBytes(12).toString("hex")}`;
export const newDeliveryId = (): string => `dlv_${randomBytes(12).toString("hex")}`;
