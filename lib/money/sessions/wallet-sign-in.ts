import { randomBytes } from "node:crypto";
import { inTransaction, type Db } from "@/db/client";
import { isNonceTaken, takeNonce } from "@/db/queries/money/tokens/sessions";
import { listWalletAccounts } from "@/db/queries/money/tokens/wallet-accounts";
import { hashSecret } from "@/lib/config/sealed-text";
import { openSecret, sealSecret } from "@/lib/config/sealing-key";
import { ApiError } from "@/lib/errors";
import { onChain } from "../base/refusals";
import type { Chain } from "../chain/chain";
import { readSignInText, signInText, type SignIn } from "../chain/sign-in-text";
import { isSignedBy } from "../chain/verify-claim";
import { openSession } from "./sessions";

const NONCE_SECONDS = 600;
const NONCE_PURPOSE = "sign-in";

interface Setup {
  chain: Chain;
  baseUrl: string;
  now: Date;
}

/** Ours to recognise without being stored: only the service's key seals one. Hexadecimal, because EIP-4361 allows letters and digits. */
function newNonce(expiresAt: Date): string {
  const sealed = sealSecret(`${expiresAt.getTime()} ${randomBytes(8).toString("hex")}`, NONCE_PURPOSE);
  return Buffer.from(sealed, "base64url").toString("hex");
}

function nonceExpiry(nonce: string): Date | null {
  try {
    const [expiresMs] = openSecret(Buffer.from(nonce, "hex").toString("base64url"), NONCE_PURPOSE).split(" ");
    return new Date(Number(expiresMs));
  } catch {
    return null;
  }
}

/** The text that the wallet signs, good for ten minutes and one session. */
export function startSignIn({ chain, baseUrl, now }: Setup, wallet: string): string {
  const expiresAt = new Date(now.getTime() + NONCE_SECONDS * 1000);
  return signInText({ baseUrl, chainId: chain.chainId, wallet, nonce: newNonce(expiresAt), issuedAt: now, expiresAt });
}

const refused = (message: string): ApiError => new ApiError("sign_in_refused", message);
const used = (): ApiError => refused("This text has signed in before. Ask for a new one.");

function requireOurs(text: string, { chain, baseUrl, now }: Setup): SignIn {
  const signIn = readSignInText(text, { baseUrl, chainId: chain.chainId });
  const expiresAt = signIn && nonceExpiry(signIn.nonce);
  if (!signIn || !expiresAt || expiresAt.getTime() !== signIn.expiresAt.getTime()) {
    throw refused("The text is not one that this service gave for this site and chain.");
  }
  if (expiresAt <= now) throw refused("The text is older than ten minutes. Ask for a new one.");
  return signIn;
}

export interface OpenableAccount {
  id: number;
  spendable: number;
  createdAt: Date;
}

export interface WalletProof {
  text: string;
  signature: string;
  /** Null until one of several accounts was chosen. */
  accountId: number | null;
}

export type WalletSignIn = { kind: "session"; secret: string } | { kind: "choose"; accounts: OpenableAccount[] };

/** Opens only accounts that this wallet was the first to pay into, never ones that it topped up. With several the caller chooses. */
export async function signInByWallet(db: Db, setup: Setup, proof: WalletProof): Promise<WalletSignIn> {
  const { wallet, nonce, expiresAt } = requireOurs(proof.text, setup);
  const nonceHash = hashSecret(nonce);
  if (await isNonceTaken(db, nonceHash)) throw used();
  if (!(await onChain(isSignedBy(setup.chain, wallet, proof.text, proof.signature)))) {
    throw refused("The signature is not this wallet's, or not of this text.");
  }
  const accounts = await listWalletAccounts(db, wallet);
  if (accounts.length === 0) throw new ApiError("no_account_of_wallet");
  if (proof.accountId === null && accounts.length > 1) {
    return { kind: "choose", accounts: accounts.map(({ id, spendable, createdAt }) => ({ id, spendable, createdAt })) };
  }
  const chosen = accounts.find(({ id }) => id === (proof.accountId ?? accounts[0]?.id));
  if (!chosen) throw new ApiError("no_account_of_wallet", "This wallet was not the first to pay into that account.");
  return inTransaction(db, async (tx) => {
    if (!(await takeNonce(tx, nonceHash, expiresAt))) throw used();
    return { kind: "session" as const, secret: await openSession(tx, { accountId: chosen.id, tokenId: null, wallet }, setup.now) };
  });
}
