import type { Db } from "@/db/client";
import { readCredential, tokenHashOf, type CredentialBearer } from "../credential";
import { requireTokenHolder, tokenHolder } from "../../base/token-holder";

/** The account of an optional bearer token. An invalid token throws instead of counting as absent. */
export async function bearerAccount(db: Db, request: CredentialBearer): Promise<number | null> {
  const credential = readCredential(request);
  if (credential.kind !== "bearer") return null;
  return (await requireTokenHolder(db, credential.tokenHash)).accountId;
}

/** Like `bearerAccount`, but an invalid token counts as absent. */
export async function accountIfValid(db: Db, request: CredentialBearer): Promise<number | null> {
  const tokenHash = tokenHashOf(request);
  const holder = tokenHash === null ? null : await tokenHolder(db, tokenHash);
  return holder?.accountId ?? null;
}
