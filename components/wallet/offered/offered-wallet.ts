import type { EIP1193Provider } from "viem";
import type { OfferedWallets } from "@/lib/domain/money/offered-wallets";
import type { WalletOption } from "@/lib/domain/money/purchase-flow/purchase-state";
import type { Pairing } from "./pairing";

export interface OfferedWallet extends WalletOption {
  /** Its code is large, so that only choosing the wallet loads it. */
  open(pairing: Pairing): Promise<EIP1193Provider>;
}

/** The wallets that are offered beside those of the browser. */
export function walletsOf({ baseAccount, walletConnect }: OfferedWallets): OfferedWallet[] {
  const wallets: OfferedWallet[] = [];
  if (baseAccount) {
    const open = async () => (await import("./base-account")).openBaseAccount();
    wallets.push({ id: "base-account", name: "Base Account", icon: null, isInstalled: false, open });
  }
  if (walletConnect !== null) {
    const open = async (pairing: Pairing) => (await import("./wallet-connect")).openWalletConnect(walletConnect, pairing);
    wallets.push({ id: "wallet-connect", name: "WalletConnect", icon: null, isInstalled: false, open });
  }
  return wallets;
}
