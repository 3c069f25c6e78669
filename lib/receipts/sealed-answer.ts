import { openSecret, sealSecret } from "@/lib/config/sealing-key";

const PURPOSE = "stored-answer";
/** Prefix of an encrypted answer. No JSON text starts like this. */
const SEALED = "sealed:";

export const sealAnswer = (body: string): string => `${SEALED}${sealSecret(body, PURPOSE)}`;

export const isSealedAnswer = (stored: string): boolean => stored.startsWith(SEALED);

export const openAnswer = (stored: string): string => (isSealedAnswer(stored) ? openSecret(stored.slice(SEALED.length), PURPOSE) : stored);
