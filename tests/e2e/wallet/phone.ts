import { UniversalProvider } from "@walletconnect/universal-provider";
import type { Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import type { TestChain } from "../../support/money/chain";

interface Sending {
  to: Hex;
  data: Hex;
}

/** A wallet on a phone, by the library's own other end. It approves everything and sends on the test's chain. */
export async function startPhone(relayUrl: string, chain: TestChain, account: HDAccount) {
  const { client } = await UniversalProvider.init({
    projectId: "0".repeat(32),
    relayUrl,
    logger: "silent",
    telemetryEnabled: false,
    storageOptions: { database: ":memory:" },
    metadata: { name: "Phone", description: "A wallet", url: "https://wallet.example", icons: [] },
  });
  const methods: string[] = [];
  client.on("session_proposal", ({ id, params }) => {
    const asked = { ...params.requiredNamespaces.eip155, ...params.optionalNamespaces.eip155 };
    const { chains = [], methods: allowed = [], events = [] } = asked;
    const accounts = chains.map((name) => `${name}:${account.address}`);
    void client.approve({ id, namespaces: { eip155: { chains, methods: allowed, events, accounts } } });
  });
  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === "eth_sendTransaction") {
      const { to, data } = params[0] as Sending;
      return chain.client.sendTransaction({ account, to, data });
    }
    throw new Error(`this phone does not know ${method}`);
  }
  client.on("session_request", async ({ id, topic, params: { request } }) => {
    methods.push(request.method);
    const result = await answer(request.method, request.params as unknown[]);
    await client.respond({ topic, response: { id, jsonrpc: "2.0", result } });
  });
  return {
    methods,
    scan: (uri: string) => client.pair({ uri }).then(() => undefined),
    stop: () => client.core.relayer.transportClose(),
  };
}
