import { readFileSync } from "node:fs";
import { dbOf, openConnection } from "@/db/connection";
import { mintToken as freshToken } from "@/lib/money/base/access-token";
import { mintForOperator } from "@/lib/money/tokens/token-commands";
import { DATABASE_URL_FILE } from "./server-files";

/** Makes a token of a new account in the server's database, as the operator's command does. */
export async function mintToken(credits: number, name = "browser test"): Promise<string> {
  const { token, row } = freshToken("", "minted");
  const { hash, head, tail } = row;
  const connection = await openConnection({ driver: "pg", url: readFileSync(DATABASE_URL_FILE, "utf8") }, "");
  try {
    await mintForOperator(dbOf(connection), { name, credits, stored: { hash, head, tail } });
  } finally {
    await connection.close();
  }
  return token;
}
