import { ExactEvmSchemeV1 } from "@x402/evm/v1";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client, wrapFetchWithPayment } from "@x402/fetch";
import type { HDAccount } from "viem/accounts";

type Fetch = typeof fetch;

/** The published client of version 2 as people use it, with its own spending limits. */
export function buyerOfVersion2(account: HDAccount): Fetch {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: account });
  return wrapFetchWithPayment(fetch, client) as Fetch;
}

/** The published client with its scheme of version 1 alone, and without the header that a version 1 client does not know. */
export function buyerOfVersion1(account: HDAccount): Fetch {
  const client = new x402Client().registerV1("base", new ExactEvmSchemeV1(account));
  const withoutHeader = async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await fetch(input, init);
    const headers = new Headers(answer.headers);
    headers.delete("payment-required");
    return new Response(await answer.text(), { status: answer.status, headers });
  };
  return wrapFetchWithPayment(withoutHeader as Fetch, client) as Fetch;
}
