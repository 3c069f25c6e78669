import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parsePayment } from "@/lib/money/chain/parse-payment";
import { settlePayment, type SettleOptions } from "@/lib/money/chain/settle-payment";
import { verifyPayment } from "@/lib/money/chain/verify-payment";
import type { X402 } from "@/lib/money/chain/x402";
import {
  encodePaymentRequired,
  encodePaymentResponse,
  paymentRequiredBody,
  paymentRequirements,
  type Resource,
} from "@/lib/money/chain/x402-terms";

export interface X402Shop {
  url: string;
  answered: string[];
  stop(): Promise<void>;
}

/** A minimal x402 service: verifies, computes and settles, without a ledger. */
export async function startX402Shop(
  x402: X402,
  options: { credits?: number; statusOfWork?: () => number; settle?: Partial<SettleOptions> } = {},
): Promise<X402Shop> {
  const answered: string[] = [];
  const server = createServer(async (request, response) => {
    const resource: Resource = { url: `${shop.url}${request.url}`, description: "one call", mimeType: "application/json" };
    const terms = paymentRequirements(x402.chain, options.credits ?? 1, resource);
    const send = (status: number, body: object, headers: Record<string, string> = {}) => {
      answered.push(`${status}${"error" in body ? ` ${String(body.error)}` : ""}`);
      response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store", ...headers }).end(JSON.stringify(body));
    };
    const refuse = (error: string) =>
      send(402, { ok: false, error, ...paymentRequiredBody(terms) }, { "payment-required": encodePaymentRequired(resource, terms, error) });
    try {
      const parsed = parsePayment(new Headers(request.headers as Record<string, string>));
      if (parsed.kind === "none") return refuse("payment_required");
      if (parsed.kind === "malformed") return send(400, { ok: false, error: parsed.fault });
      const { payment } = parsed;
      const verified = await verifyPayment(x402, payment, terms, new Date());
      if (!verified.ok) return refuse(verified.refused);
      const status = options.statusOfWork?.() ?? 200;
      if (status !== 200) return send(status, { ok: false, error: "work" });
      const settlement = await settlePayment(x402, payment, terms, { now: new Date(), ...options.settle });
      if (settlement.state === "pending") return send(503, { ok: false, error: "pending" }, { "retry-after": "2" });
      if (settlement.state === "failed") return refuse(settlement.reason);
      const { name, value } = encodePaymentResponse(terms, payment.version, {
        isSuccess: true,
        payer: payment.payer,
        txHash: settlement.txHash,
      });
      return send(200, { ok: true, data: 42 }, { [name]: value });
    } catch (error) {
      return send(503, { ok: false, error: (error as Error).name }, { "retry-after": "2" });
    }
  });
  const shop: X402Shop = {
    url: "",
    answered,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return shop;
}
