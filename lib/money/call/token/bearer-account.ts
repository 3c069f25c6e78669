import type { Db } from "@/db/client";
import { bearerOf, readCredential } from "../credential";
import { requireTokenHolder, tokenHolder } from "../../base/token-holder";

/** The account of an optional bearer token. An invalid token throws instead of counting as absent. */
export async function bearerAccount(db: Db, headers: Headers): Promise<number | null> {
  const credential = readCredential(headers);
  if (credential.kind !== "bearer") return null;
  return (await requireTokenHolder(db, credential.token)).accountId;
}

/** Like `bearerAccount`, but an invalid token counts as absent. */
export async function accountIfValid(db: Db, headers: Headers): Promise<number | null> {
  const token = bearerOf(headers);
  const holder = token ? await tokenHolder(db, token) : null;
  return holder?.accountId ?? null;
}
