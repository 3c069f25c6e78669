import { createHash } from "node:crypto";
import type { Db } from "@/db/client";
import { openAccount, post } from "@/db/queries/ledger";
import { addToken } from "@/db/queries/tokens";
import { tokenRow } from "@/lib/billing/access-token";
import { grantSides } from "@/lib/billing/ledger-commands";
import { aWatch } from "./watches";

const TOKENS = 300;
const CREDITS = 1000;

/** Tokens that a prepared world knows: many, so that no breaker closes on calls that have nothing in common. */
export const contractToken = (index: number): string => `aed_live_${createHash("sha256").update(`contract ${index % TOKENS}`).digest("hex")}`;

/** Of the account of the first token: what the examples of watches ask for. */
export const EXAMPLE_WATCH = "wat_a1b2c3d4e5f60718a9b0c1d2";

export async function fundContractTokens(db: Db): Promise<void> {
  const now = new Date();
  for (let index = 0; index < TOKENS; index++) {
    const accountId = await openAccount(db, { name: `contract ${index}`, now });
    await addToken(db, accountId, tokenRow(contractToken(index), "contract", "minted"), now);
    if (index === 0) await aWatch(db, { id: EXAMPLE_WATCH, accountId });
    await post(db, { kind: "grant", externalRef: `grant:contract:${index}`, sides: grantSides(accountId, CREDITS) }, now);
  }
}
