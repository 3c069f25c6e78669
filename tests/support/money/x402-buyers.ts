import { randomBytes } from "node:crypto";
import { ExactEvmSchemeV1 } from "@x402/evm/v1";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client, wrapFetchWithPayment } from "@x402/fetch";
import type { Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import type { X402Terms } from "@/lib/money/chain/x402-terms";

type Fetch = typeof fetch;

/** The published version 2 client with its default spending limits. */
export function buyerOfVersion2(account: HDAccount): Fetch {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: account });
  return wrapFetchWithPayment(fetch, client) as Fetch;
}

/** The published client with only its version 1 scheme, and without the header that it does not know. */
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

export interface SignedPayment {
  header: string;
  headers: Record<string, string>;
  nonce: Hex;
}

interface Changes {
  authorization?: Partial<Record<"from" | "to" | "value" | "validAfter" | "validBefore" | "nonce", string>>;
  signer?: HDAccount;
  signature?: Hex;
  accepted?: object;
  resource?: object;
  extensions?: object;
}

const TYPES = {
  TransferWithAuthorization: [
    "from:address",
    "to:address",
    "value:uint256",
    "validAfter:uint256",
    "validBefore:uint256",
    "nonce:bytes32",
  ].map((field) => ({ name: field.split(":")[0] ?? "", type: field.split(":")[1] ?? "" })),
};

export async function signPayment(payer: HDAccount, terms: X402Terms, version: 1 | 2, changes: Changes = {}): Promise<SignedPayment> {
  const nonce = `0x${randomBytes(32).toString("hex")}` as Hex;
  const now = Math.floor(Date.now() / 1000);
  const authorization = {
    from: payer.address as string,
    to: terms.v2.payTo,
    value: terms.v2.amount,
    validAfter: "0",
    validBefore: String(now + 180),
    nonce: nonce as string,
    ...changes.authorization,
  };
  const domain = {
    ...(terms.v2.extra as { name: string; version: string }),
    chainId: Number(terms.v2.network.split(":")[1]),
    verifyingContract: terms.v2.asset as Hex,
  };
  const signature =
    changes.signature ??
    (await (changes.signer ?? payer).signTypedData({
      domain,
      types: TYPES,
      primaryType: "TransferWithAuthorization",
      message: authorization,
    }));
  const payload = { signature, authorization };
  const accepted = { ...terms.v2, ...changes.accepted };
  const content =
    version === 2
      ? { x402Version: 2, resource: changes.resource ?? terms.resource, accepted, payload, extensions: changes.extensions }
      : { x402Version: 1, scheme: "exact", network: terms.v1?.network, payload };
  const header = Buffer.from(JSON.stringify(content)).toString("base64");
  return { header, headers: { [version === 2 ? "payment-signature" : "x-payment"]: header }, nonce: authorization.nonce as Hex };
}
