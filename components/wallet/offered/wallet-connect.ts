import { UniversalProvider } from "@walletconnect/universal-provider";
import type { EIP1193Provider } from "viem";
import { base } from "viem/chains";
import type { Pairing } from "./pairing";

const CHAIN = `eip155:${base.id}`;
/** What the phone is asked for; all else is read from the chain without it. */
const METHODS = ["eth_sendTransaction", "eth_signTypedData_v4", "personal_sign"];
const EVENTS = ["accountsChanged", "chainChanged"];

type Provider = Awaited<ReturnType<typeof UniversalProvider.init>>;

async function pair(provider: Provider, { signal, onPairing }: Pairing): Promise<void> {
  let stop = () => undefined as void;
  const left = new Promise<never>((_, reject) => {
    stop = () => {
      void provider.cleanupPendingPairings({ deletePairings: true });
      reject(new Error("Nobody waits for this wallet any more."));
    };
  });
  signal.addEventListener("abort", stop, { once: true });
  provider.on("display_uri", onPairing);
  const namespaces = { eip155: { chains: [CHAIN], methods: METHODS, events: EVENTS } };
  try {
    await Promise.race([provider.connect({ optionalNamespaces: namespaces }), left]);
  } finally {
    provider.removeListener("display_uri", onPairing);
    signal.removeEventListener("abort", stop);
  }
}

/** A wallet on a phone, paired by a QR code or a link; a pairing of an earlier visit is taken up again. */
export async function openWalletConnect(projectId: string, pairing: Pairing): Promise<EIP1193Provider> {
  const { host, origin } = location;
  const provider = await UniversalProvider.init({
    projectId,
    metadata: { name: host, description: "Credits for the API", url: origin, icons: [] },
    logger: "silent",
    telemetryEnabled: false,
  });
  if (!provider.session) await pair(provider, pairing);
  if (!provider.session?.namespaces.eip155?.chains?.includes(CHAIN)) {
    await provider.disconnect().catch(() => undefined);
    throw new Error("This wallet does not offer the network Base.");
  }
  provider.setDefaultChain(CHAIN);
  const request = ({ method, params }: { method: string; params?: object }) => provider.request({ method, params }, CHAIN);
  return { request, on: provider.on.bind(provider), removeListener: provider.removeListener.bind(provider) } as unknown as EIP1193Provider;
}
