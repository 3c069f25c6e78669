import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "@/lib/config/sealing-key";

const PURPOSE = "watch";

export const sealWatchSecret = (secret: string): string => sealSecret(secret, PURPOSE);
export const openWatchSecret = (sealed: string): string => openSecret(sealed, PURPOSE);

/** The HMAC key is this hex text itself, not the bytes it encodes, as with a secret chosen by the caller. */
export const generateWatchSecret = (): string => randomBytes(32).toString("hex");

export const newWatchId = (): string => `wat_${randomBytes(12).toString("hex")}`;
export const newDeliveryId = (): string => `dlv_${randomBytes(12).toString("hex")}`;
