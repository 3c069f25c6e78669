import { openSecret, sealSecret } from "@/lib/config/sealing-key";

const PURPOSE = "stored-answer";
/** No JSON begins so. */
const SEALED = "sealed:";

/** An answer that holds a secret, as it is kept for a repeat. */
export const sealAnswer = (body: string): string => `${SEALED}${sealSecret(body, PURPOSE)}`;

export const isSealedAnswer = (kept: string): boolean => kept.startsWith(SEALED);

/** The answer as it was sent, whether it was sealed or not. */
export const openAnswer = (kept: string): string => (isSealedAnswer(kept) ? openSecret(kept.slice(SEALED.length), PURPOSE) : kept);
