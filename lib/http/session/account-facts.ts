import { workOnAccount, type AccountFacts } from "./account-work";
import type { AccountSession } from "./visit";

export type { AccountFacts };

export const accountFacts = ({ accountId, tokenId }: Pick<AccountSession, "accountId" | "tokenId">): Promise<AccountFacts> =>
  workOnAccount("facts", { accountId, tokenId });
