/** A wallet of the browser as EIP-6963 has it announced. Its name is text from outside. */
export interface AnnouncedWallet {
  id: string;
  name: string;
  provider: { request(call: { method: string; params?: readonly unknown[] }): Promise<unknown> };
}

const LONGEST_NAME = 40;
const WAIT_MS = 200;

function walletOf(event: Event): AnnouncedWallet | null {
  const { detail } = event as CustomEvent<
    { info?: { uuid?: unknown; name?: unknown }; provider?: AnnouncedWallet["provider"] } | undefined
  >;
  const { info, provider } = detail ?? {};
  if (typeof info?.uuid !== "string" || typeof info.name !== "string" || typeof provider?.request !== "function") return null;
  return { id: info.uuid, name: info.name.slice(0, LONGEST_NAME), provider };
}

/** Asks the wallets of the browser to announce themselves. */
export async function announcedWallets(): Promise<AnnouncedWallet[]> {
  const found = new Map<string, AnnouncedWallet>();
  const add = (event: Event) => {
    const wallet = walletOf(event);
    if (wallet) found.set(wallet.id, wallet);
  };
  addEventListener("eip6963:announceProvider", add);
  dispatchEvent(new Event("eip6963:requestProvider"));
  await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  removeEventListener("eip6963:announceProvider", add);
  return [...found.values()];
}

const hexOf = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Null when the wallet gives no account. */
export async function accountOf({ provider }: AnnouncedWallet): Promise<string | null> {
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  const [first] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  return typeof first === "string" ? first : null;
}

export async function signatureOf({ provider }: AnnouncedWallet, account: string, text: string): Promise<string> {
  return String(await provider.request({ method: "personal_sign", params: [hexOf(text), account] }));
}

const DECLINED = 4001;

export const isDeclined = (thrown: unknown): boolean => (thrown as { code?: unknown } | null)?.code === DECLINED;
