import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { x402Facilitator } from "@x402/core/facilitator";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { registerExactEvmScheme } from "@x402/evm/exact/facilitator";
import { nonceManager, privateKeyToAccount } from "viem/accounts";
import { createWalletClient, http, publicActions } from "viem";
import { base } from "viem/chains";
import type { TestChain } from "./chain";

export interface TestFacilitator {
  url: string;
  requestedPaths: string[];
  /** Answers in place of the real facilitator when it returns true; null disables it. */
  override: ((path: string, response: ServerResponse) => boolean) | null;
  stop(): Promise<void>;
}

export async function startFacilitator(local: TestChain): Promise<TestFacilitator> {
  const account = privateKeyToAccount(local.settlerKey, { nonceManager });
  const client = createWalletClient({ account, chain: base, transport: http(local.url), pollingInterval: 20 }).extend(publicActions);
  const facilitator = registerExactEvmScheme(new x402Facilitator(), {
    signer: toFacilitatorEvmSigner({ ...client, address: account.address } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0]),
    networks: "eip155:8453",
  });
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    testFacilitator.requestedPaths.push(request.url ?? "");
    if (testFacilitator.override?.(request.url ?? "", response)) return;
    const { paymentPayload, paymentRequirements } = JSON.parse(text) as {
      paymentPayload: PaymentPayload;
      paymentRequirements: PaymentRequirements;
    };
    const answer =
      request.url === "/verify"
        ? await facilitator.verify(paymentPayload, paymentRequirements)
        : await facilitator.settle(paymentPayload, paymentRequirements);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const testFacilitator: TestFacilitator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths: [],
    override: null,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return testFacilitator;
}
