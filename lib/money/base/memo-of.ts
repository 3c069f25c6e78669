import { createHash } from "node:crypto";
import { ApiError } from "@/lib/errors";

type Named = Readonly<Record<"nonce" | "memo", string | null | undefined>>;

/** The memo that a body gives under either name; null without one. Throws when the two differ. */
export function memoOf(body: Partial<Named>): string | null {
  const [nonce, memo] = [body.nonce?.trim() || null, body.memo?.trim() || null];
  if (nonce !== null && memo !== null && nonce !== memo) {
    throw new ApiError("invalid_request_body", "`nonce` and `memo` are two names of one thing, and differ.");
  }
  return nonce ?? memo;
}

export const hashMemo = (memo: string): string => createHash("sha256").update(memo).digest("hex");
