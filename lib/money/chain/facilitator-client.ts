import { z } from "zod";
import { ChainUnavailable } from "./chain-unavailable";
import { rpcExchange } from "./rpc-exchange";

const VerifyAnswer = z.object({ isValid: z.boolean(), invalidReason: z.string().nullish() });
const SettleAnswer = z.object({ success: z.boolean(), errorReason: z.string().nullish(), transaction: z.string().nullish() });

interface FacilitatorRequest {
  x402Version: 1 | 2;
  paymentPayload: unknown;
  paymentRequirements: unknown;
}

/** A third party's facilitator. Its claims about settled money are verified on the chain. */
export interface FacilitatorClient {
  verify(request: FacilitatorRequest): Promise<z.output<typeof VerifyAnswer>>;
  settle(request: FacilitatorRequest): Promise<z.output<typeof SettleAnswer>>;
}

async function post<Output>(url: string, request: FacilitatorRequest, schema: z.ZodType<Output>, timeoutMs: number): Promise<Output> {
  const { text } = await rpcExchange(url, JSON.stringify(request), timeoutMs);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ChainUnavailable("malformed");
  }
}

export function createFacilitatorClient(url: string, timeouts: { verifyMs: number; settleMs: number }): FacilitatorClient {
  return {
    verify: (request) => post(`${url}/verify`, request, VerifyAnswer, timeouts.verifyMs),
    settle: (request) => post(`${url}/settle`, request, SettleAnswer, timeouts.settleMs),
  };
}
