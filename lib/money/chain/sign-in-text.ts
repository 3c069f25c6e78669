import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import { isAddress } from "viem/utils";
import { checksummed } from "./chain";

/** What a wallet signs to sign in (EIP-4361). */
export interface SignIn {
  /** Public base of this service, to which the text is bound. */
  baseUrl: string;
  chainId: number;
  wallet: string;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

const STATEMENT = "Sign in to see your account. Signing costs nothing and moves no funds.";

/** The page that reads the signature. */
const SIGN_IN_PATH = "/account";

export const signInText = ({ baseUrl, chainId, wallet, nonce, issuedAt, expiresAt }: SignIn): string =>
  createSiweMessage({
    address: checksummed(wallet),
    chainId,
    domain: new URL(baseUrl).host,
    uri: `${baseUrl}${SIGN_IN_PATH}`,
    nonce,
    version: "1",
    issuedAt,
    expirationTime: expiresAt,
    statement: STATEMENT,
  });

/** Null unless the text is exactly ours for this site and chain. Another site's text opens nothing here. */
export function readSignInText(text: string, { baseUrl, chainId }: Pick<SignIn, "baseUrl" | "chainId">): SignIn | null {
  const { address, nonce, issuedAt, expirationTime } = parseSiweMessage(text);
  if (!address || !isAddress(address) || !nonce || !issuedAt || !expirationTime) return null;
  const signIn = { baseUrl, chainId, wallet: address.toLowerCase(), nonce, issuedAt, expiresAt: expirationTime };
  try {
    return signInText(signIn) === text ? signIn : null;
  } catch {
    return null;
  }
}
