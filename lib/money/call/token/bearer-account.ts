import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { UNAUTHENTICATED } from "./bearer-call";
import { bearerOf, readCredential } from "../credential";
import { tokenHolder } from "./token-holder";

/** The account of an optional bearer token. An invalid token throws instead of counting as absent. */
export async function bearerAccount(db: Db, headers: Headers): Promise<number | null> {
  const credential = readCredential(headers);
  if (credential.kind !== "bearer") return null;
  const holder = await tokenHolder(db, credential.token);
  if (!holder) throw new ApiError("invalid_token", undefined, {}, UNAUTHENTICATED);
  return holder.accountId;
}

/** Like `bearerAccount`, but an invalid token counts as absent. */
export async function accountIfValid(db: Db, headers: Headers): Promise<number | null> {
  const token = bearerOf(headers);
  const holder = token ? await tokenHolder(db, token) : null;
  return holder?.accountId ?? null;
}
