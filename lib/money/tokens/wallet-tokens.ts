import { inTransaction, type Db } from "@/db/client";
import { lockSpendable } from "@/db/queries/money/purchase/purchases";
import { addToken, type TokenRow } from "@/db/queries/money/tokens/tokens";
import { countAcceptedTokens, findWalletAccount, listWalletAccounts } from "@/db/queries/money/tokens/wallet-accounts";
import type { Chain } from "../chain/chain";
import type { ClaimPurpose } from "@/lib/domain/money/claim-message";
import { ApiError } from "@/lib/errors";
import { mintToken, tokenShort } from "../base/access-token";
import { endAccount, replaceToken, type EndedTokens } from "./account-tokens";
import { findSigner, signingText } from "../base/prove-payer";
import { refusal } from "../base/refusals";

export interface WalletProof {
  db: Db;
  chain: Chain;
  baseUrl: string;
  /** Lower case. */
  wallet: string;
  signature: string;
  now: Date;
}

async function requireSignature({ chain, baseUrl, wallet, signature, now }: WalletProof, purpose: ClaimPurpose): Promise<void> {
  if ((await findSigner(chain, [{ sender: wallet }], { baseUrl, purpose, signature, now })) !== null) return;
  throw refusal("verification_failed", "The signature is not this wallet's, or not of the text below.", {
    reason: "signature_mismatch",
    retryable: false,
    sign: signingText(baseUrl, purpose, now),
  });
}

/** Accounts that this wallet was the first to pay into, with balance and tokens. */
export async function listAccountsBySignature(proof: WalletProof): Promise<Awaited<ReturnType<typeof listWalletAccounts>>> {
  await requireSignature(proof, { purpose: "tokens", chainId: proof.chain.chainId, wallet: proof.wallet });
  return listWalletAccounts(proof.db, proof.wallet);
}

async function replaceOrAdd(tx: Db, accountId: number, tokenId: number | null, row: TokenRow, now: Date): Promise<boolean> {
  if (tokenId !== null) return (await replaceToken(tx, tokenId, row, now)) !== null;
  if ((await countAcceptedTokens(tx, accountId, now)) > 0) return false;
  await addToken(tx, accountId, row, now);
  return true;
}

export interface RotatedToken {
  token: string;
  tokenShort: string;
  balance: number;
}

/** Replaces a token, or issues one to an account without an active token. The signature works once, because the signed text names the replaced token. */
export async function rotateBySignature(proof: WalletProof, accountId: number, tokenId: number | null): Promise<RotatedToken> {
  const { db, chain, wallet, now } = proof;
  await requireSignature(proof, { purpose: "rotate", chainId: chain.chainId, wallet, accountId, tokenId });
  const { token, row } = mintToken("restored by wallet", "rotated");
  return inTransaction(db, async (tx) => {
    const owned = await findWalletAccount(tx, wallet, accountId, tokenId);
    if (!owned) throw new ApiError("not_found", "This wallet has no such account or token.");
    const balance = await lockSpendable(tx, accountId);
    if (!(await replaceOrAdd(tx, accountId, tokenId, row, now))) {
      throw new ApiError(
        "token_in_use",
        tokenId === null ? "The account has a token that is in use: name it as `token_id` to replace it." : "This token has ended before.",
      );
    }
    return { token, tokenShort: tokenShort(row), balance };
  });
}

/** Ends every token and session of an account that this wallet was the first to pay into. */
export async function endAccountBySignature(proof: WalletProof, accountId: number): Promise<EndedTokens> {
  const { db, chain, wallet, now } = proof;
  await requireSignature(proof, { purpose: "end-all", chainId: chain.chainId, wallet, accountId });
  if (!(await findWalletAccount(db, wallet, accountId, null))) throw new ApiError("not_found", "This wallet has no such account.");
  return endAccount(db, accountId, now);
}
