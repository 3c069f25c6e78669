import { z } from "zod";
import type { Env } from "@/lib/config/env";
import { loadReceiptKey } from "@/lib/receipts/receipt-key";
import { bad, good, type Finding } from "./finding";

const NAME = "base URL";
const TIMEOUT_MS = 10_000;
const Keys = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** The keys that whoever answers there signs with; null where they are none of this service's documents. */
async function keysAt(baseUrl: string): Promise<string[] | null> {
  const response = await fetch(`${baseUrl}/.well-known/jwks.json`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" });
  if (response.status !== 200) throw new Error(`it answers ${response.status}`);
  const document = Keys.safeParse(await response.json().catch(() => null));
  return document.success ? document.data.keys.map(({ kid }) => kid) : null;
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

/** Asks the public address who is there: DNS, certificate and proxy are right where it is this very service. */
export async function baseUrlFinding(values: Env): Promise<Finding | null> {
  const { PUBLIC_BASE_URL: baseUrl, PORT } = values;
  if (!baseUrl) return null;
  try {
    const keys = await keysAt(baseUrl);
    if (keys?.includes(loadReceiptKey(values).kid)) return good(NAME, `${baseUrl} leads to this service`);
    return bad(
      NAME,
      `at ${baseUrl} somebody answers who does not sign with this service's key`,
      `let ${baseUrl} lead to port ${PORT} of this machine, or set PUBLIC_BASE_URL and RECEIPT_SIGNING_KEY to those of the service that answers there`,
    );
  } catch (error) {
    return bad(
      NAME,
      `${baseUrl} cannot be asked: ${reasonOf(error)}`,
      `start the service, and let the DNS name, the certificate and the proxy of ${baseUrl} lead to port ${PORT} of this machine`,
    );
  }
}
