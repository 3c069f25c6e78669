import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "@/lib/config/sealing-key";

const PURPOSE = "watch";

export const sealWatchSecret = (secret: string): string => sealSecret(secret, PURPOSE);
export const openWatchSecret = (sealed: string): string => openSecret(sealed, PURPOSE);

/** Signatures are keyed with this text as it stands, like with a secret of the caller's own. */
export const generateWatchSecret = (): string => randomBytes(32).toString("hex");

export const newWatchId = (): string => `wat_${randomBytes(12).toString("hex")}`;
export const newDeliveryId = (): string => `dlv_${randomBytes(12).toString("hex")}`;
