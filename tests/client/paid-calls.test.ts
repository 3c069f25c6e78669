import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type ClientOptions } from "@/lib/client";
import { routing } from "@/lib/endpoints/premium/routing";
import { lacksAnvil } from "../support/lacks";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { openRailsWorld, type RailsWorld } from "../support/money/rails-world";
import { serveEndpoint, type EndpointServer } from "../support/server/endpoint-server";

const PRICE = 20_000n;

interface Line {
  fetch(request: Request): Promise<Response>;
  sent: Request[];
}

/** A line that loses the first answers to requests that pay. The service has charged them. */
function losing(count: number, pays: (request: Request) => boolean): Line {
  const sent: Request[] = [];
  return {
    sent,
    async fetch(request) {
      if (pays(request)) sent.push(request.clone());
      const response = await fetch(request);
      if (!pays(request) || sent.length > count) return response;
      await response.arrayBuffer();
      throw new TypeError("the connection was lost");
    },
  };
}

describe.skipIf(lacksAnvil())("a call whose answers are lost", () => {
  let world: RailsWorld;
  let server: EndpointServer;
  beforeAll(async () => {
    world = await openRailsWorld();
    server = await serveEndpoint(routing);
  });
  afterAll(async () => {
    await server?.stop();
    await world?.close();
  });

  const ask = (options: Partial<ClientOptions>, budget: number) =>
    createClient({ baseUrl: server.url, ...options } as ClientOptions).GET("/api/premium/routing", {
      params: { query: { task: "code", budget } },
    });

  test("by a token is charged once, and answered with what was charged", async () => {
    const { token } = await fundedToken(world.db, 10);
    const line = losing(2, () => true);
    const { data, response } = await ask({ token, fetch: line.fetch }, 901);
    expect(line.sent).toHaveLength(3);
    expect(response.headers.get("idempotency-replayed")).toBe("true");
    expect(data.billing).toMatchObject({ credits_charged: 1, credits_remaining: 9 });
    const { data: next } = await ask({ token }, 902);
    expect(next.billing.credits_remaining).toBe(8);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("by x402 is paid once: the payment that was signed is sent again, and no other", async () => {
    const payer = new x402Client();
    registerExactEvmScheme(payer, { signer: world.local.buyers[0] });
    const before = await world.local.balanceOf(world.local.payTo);
    const line = losing(2, ({ headers }) => headers.has("payment-signature"));
    const { data } = await ask({ fetch: line.fetch, x402: (send) => wrapFetchWithPayment(send, payer) as typeof fetch }, 903);
    expect(data.billing).toMatchObject({ credits_charged: 1 });
    expect(line.sent).toHaveLength(3);
    for (const name of ["payment-signature", "idempotency-key"]) {
      expect(new Set(line.sent.map(({ headers }) => headers.get(name))).size, name).toBe(1);
    }
    expect(await world.local.balanceOf(world.local.payTo)).toBe(before + PRICE);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("by a wallet that cannot pay is refused as the demand says, with the wallet's reason as its cause", async () => {
    const poor = (send: typeof fetch) => wrapFetchWithPayment(send, new x402Client()) as typeof fetch;
    await expect(ask({ x402: poor }, 904)).rejects.toMatchObject({
      name: "PaymentRequiredError",
      code: "payment_required",
      status: 402,
      problem: { credits_required: 1 },
      cause: expect.any(Error),
    });
  });
});
