import { createHash } from "node:crypto";
import type { Db } from "@/db/client";
import { openAccount, post } from "@/db/queries/money/ledger/ledger";
import { addToken } from "@/db/queries/money/tokens/tokens";
import { tokenRow } from "@/lib/money/base/access-token";
import { grantSides } from "@/lib/money/tokens/ledger-commands";
import { release, reserveFor } from "../money/paid-calls";
import { aWatch } from "../watches/watches";

const TOKENS = 300;
const CREDITS = 100_000;

/** Many tokens, so that unrelated calls do not open a shared breaker. */
const tokenOf = (name: string): string => `aed_live_${createHash("sha256").update(name).digest("hex")}`;

export const contractToken = (index: number): string => tokenOf(`contract ${index % TOKENS}`);

/** Tokens of calls that write: one of them may end its own token, which no later reading then has. */
export const writingToken = (index: number): string => tokenOf(`contract write ${index % TOKENS}`);

/** The id in the examples of watch endpoints. */
const EXAMPLE_WATCH = "wat_a1b2c3d4e5f60718a9b0c1d2";

/** The id in the example of the endpoint of one call. */
const EXAMPLE_CALL = "hold_a1b2c3d4e5f60718";

/** All tokens belong to one account, which owns the example watch and made the example call. */
export async function fundContractTokens(db: Db): Promise<void> {
  const now = new Date();
  const accountId = await openAccount(db, { name: "contract", now });
  for (let index = 0; index < TOKENS; index++) {
    await addToken(db, accountId, tokenRow(contractToken(index), "contract", "minted"), now);
    await addToken(db, accountId, tokenRow(writingToken(index), "contract", "minted"), now);
  }
  await post(db, { kind: "grant", externalRef: "grant:contract", sides: grantSides(accountId, CREDITS) }, now);
  await aWatch(db, { id: EXAMPLE_WATCH, accountId });
  await reserveFor(db, { token: contractToken(0), now, holdId: EXAMPLE_CALL });
  await release(db, EXAMPLE_CALL, now);
}
