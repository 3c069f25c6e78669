import { database } from "@/db/database";
import { findAccount } from "@/db/queries/money/ledger/journal";
import { serviceTime } from "@/lib/config/clock";
import { requireChain } from "@/lib/money/base/rails";
import { endSession, endSessions, followRotation, readSession, signInByToken, type Session } from "@/lib/money/sessions/sessions";
import { signInByWallet, startSignIn, type WalletProof } from "@/lib/money/sessions/wallet-sign-in";
import { createToken, endAccount, endToken, rotateOwnToken } from "@/lib/money/tokens/account-tokens";
import { listAccountTokens, type ListedToken } from "@/lib/money/tokens/list-account-tokens";
import { baseUrl } from "../own-address";
import { byEngine, type Engine } from "./engine";

/** What a session sees of its account. An account may have no token in use, as after its wallet has ended them all. */
export interface AccountFacts {
  /** Credits that no call under way has set aside. */
  spendable: number;
  /** Whether a wallet opens the account when no token does. */
  hasWallet: boolean;
  tokens: ListedToken[];
}

const walletSetup = () => ({ chain: requireChain(), baseUrl: baseUrl(), now: serviceTime() });

/** What the work is told besides the database and the time. */
type Arguments<Work extends (...args: never[]) => unknown> = Omit<Parameters<Work>[1], "now">;

/** Everything that pages and forms of the account have the database do. Whether a form came from this site, and whose session sent it, was checked before. */
const accountWork = {
  readSession: async (secret: string) => readSession(await database(), secret, serviceTime()),
  signInByToken: async (token: string) => signInByToken(await database(), token, serviceTime()),
  startSignIn: async (wallet: string) => startSignIn(walletSetup(), wallet),
  signInByWallet: async (proof: WalletProof) => signInByWallet(await database(), walletSetup(), proof),
  endSession: async (secret: string) => endSession(await database(), secret),
  endSessions: async (of: Pick<Session, "accountId" | "tokenId">) => endSessions(await database(), of),
  endAccount: async (accountId: number) => endAccount(await database(), accountId, serviceTime()),
  createToken: async (creation: Arguments<typeof createToken>) => createToken(await database(), { ...creation, now: serviceTime() }),
  /** The session that asks goes on with the new token. */
  rotateToken: async (secret: string, rotation: Arguments<typeof rotateOwnToken>) => {
    const db = await database();
    const rotated = await rotateOwnToken(db, { ...rotation, now: serviceTime() });
    await followRotation(db, secret, rotated.id);
    return rotated;
  },
  endToken: async (ending: Arguments<typeof endToken>) => endToken(await database(), { ...ending, now: serviceTime() }),
  facts: async ({ accountId, tokenId }: Pick<Session, "accountId" | "tokenId">): Promise<AccountFacts> => {
    const db = await database();
    const account = await findAccount(db, accountId);
    if (!account) throw new Error("a session's account is not there");
    const { posted, held, ownerWallet } = account;
    return {
      spendable: posted - held,
      hasWallet: ownerWallet !== null,
      tokens: await listAccountTokens(db, { accountId, tokenId }, serviceTime()),
    };
  },
};
export type AccountWork = typeof accountWork;

export const workOnAccountHere: Engine["workOnAccount"] = (name, args) =>
  (accountWork[name as keyof AccountWork] as (...given: readonly unknown[]) => Promise<unknown>)(...args);

export const workOnAccount = <Name extends keyof AccountWork>(
  name: Name,
  ...args: Parameters<AccountWork[Name]>
): ReturnType<AccountWork[Name]> => byEngine("workOnAccount", workOnAccountHere, [name, args]) as ReturnType<AccountWork[Name]>;
