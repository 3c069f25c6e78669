import type { Db } from "@/db/client";
import { listReceiptKeys, type ReceiptKeyRow } from "@/db/queries/receipts/receipts";
import { SIGNING_ALG } from "@/lib/domain/receipts/receipt";
import { publishedKey } from "./published-key";

function jwk({ kid, x, createdAt, retiredAt }: ReceiptKeyRow) {
  return {
    kty: "OKP" as const,
    crv: SIGNING_ALG as typeof SIGNING_ALG,
    x,
    kid,
    alg: SIGNING_ALG as typeof SIGNING_ALG,
    use: "sig" as const,
    key_ops: ["verify"],
    created_at: createdAt.toISOString(),
    retired_at: retiredAt?.toISOString() ?? null,
  };
}

export type Jwk = ReturnType<typeof jwk>;

/** JSON Web Key Set (RFC 7517) of every key that ever signed, including the current one. */
export async function keySet(db: Db, now: Date): Promise<Jwk[]> {
  await publishedKey(db, now);
  return (await listReceiptKeys(db)).map(jwk);
}

export async function currentKey(db: Db, now: Date): Promise<Jwk> {
  const { kid } = await publishedKey(db, now);
  const present = (await keySet(db, now)).find((key) => key.kid === kid);
  if (!present) throw new Error("the present key is not among the published ones");
  return present;
}
