import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { UNAUTHENTICATED } from "./bearer-call";
import { bearerOf, readCredential } from "../credential";
import { tokenHolder } from "./token-holder";

/** Account of the token that a call may but need not come with; a token that is no good is refused rather than overlooked. */
export async function bearerAccount(db: Db, headers: Headers): Promise<number | null> {
  const credential = readCredential(headers);
  if (credential.kind !== "bearer") return null;
  const holder = await tokenHolder(db, credential.token);
  if (!holder) throw new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);
  return holder.accountId;
}

/** The same where the call does not need one: a token that is no good is none. */
export async function knownAccount(db: Db, headers: Headers): Promise<number | null> {
  const token = bearerOf(headers);
  const holder = token ? await tokenHolder(db, token) : null;
  return holder?.accountId ?? null;
}
