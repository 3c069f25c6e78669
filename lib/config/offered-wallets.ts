import { hostsOn, type OfferedWallets, type PageHosts } from "@/lib/domain/money/offered-wallets";
import { env } from "./env";

export const offeredWallets = (): OfferedWallets => {
  const { BASE_ACCOUNT, WALLETCONNECT_PROJECT_ID } = env();
  return { baseAccount: BASE_ACCOUNT, walletConnect: WALLETCONNECT_PROJECT_ID ?? null };
};

/** Sites that a page of ours may load from, besides this one. */
export const hostsOfPage = (path: string): PageHosts => hostsOn(path, offeredWallets());
