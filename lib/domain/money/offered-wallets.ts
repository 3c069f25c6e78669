/** Wallets beside those of the browser, as the operator has configured them. */
export interface OfferedWallets {
  baseAccount: boolean;
  /** Project at WalletConnect; null where wallets on phones are not offered by it. */
  walletConnect: string | null;
}

/** The one page on which they are offered. */
export const BUY_PATH = "/buy";

/** Sites that a page may ask or show in a frame, besides its own. */
export interface PageHosts {
  connect: readonly string[];
  frame: readonly string[];
}

/** Base Account reads the chain there; what it signs is shown in a window of its own. */
const BASE_ACCOUNT: PageHosts = { connect: ["https://chain-proxy.wallet.coinbase.com", "https://rpc.wallet.coinbase.com"], frame: [] };
/** The relay to the phone, the chain, and the frame by which the phone learns which site asks. */
const WALLET_CONNECT: PageHosts = {
  connect: ["wss://relay.walletconnect.org", "https://rpc.walletconnect.org"],
  frame: ["https://verify.walletconnect.org"],
};

/** Sites that the offered wallets need; none on any other page. */
export function hostsOn(path: string, { baseAccount, walletConnect }: OfferedWallets): PageHosts {
  const offered = path === BUY_PATH ? [...(baseAccount ? [BASE_ACCOUNT] : []), ...(walletConnect === null ? [] : [WALLET_CONNECT])] : [];
  return { connect: offered.flatMap(({ connect }) => connect), frame: offered.flatMap(({ frame }) => frame) };
}
