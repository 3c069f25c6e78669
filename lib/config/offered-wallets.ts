import { hostsOn, type OfferedWallets, type PageHosts } from "@/lib/domain/money/offered-wallets";
import { env } from "./env";

export const offeredWallets = (): OfferedWallets => {
  const { BASE_ACCOUNT, WALLETCONNECT_PROJECT_ID } = env();
  return { baseAccount: BASE_ACCOUNT, walletConnect: WALLETCONNECT_PROJECT_ID ?? null };
};

/** Sites beside this one that a page may load from. */
export const hostsOfPage = (path: string): PageHosts => hostsOn(path, offeredWallets());
