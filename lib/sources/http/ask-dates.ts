import { isPublicAddress } from "./address-guard";
import { discard, networkTransport } from "./transport";
import { dateOf } from "./date-of";

const WITHIN_MS = 3000;

/** Asks each address for its headers alone and tells their `Date`; who does not answer in time says nothing. */
export async function askDates(urls: readonly string[], tell: (host: string, date: Date) => void): Promise<void> {
  const transport = networkTransport(isPublicAddress);
  await Promise.allSettled(
    urls.map(async (address) => {
      const url = new URL(address);
      const { headers, body } = await transport({ url, method: "HEAD", headers: {}, body: null, signal: AbortSignal.timeout(WITHIN_MS) });
      discard(body);
      const date = dateOf(headers);
      if (date) tell(url.host, date);
    }),
  );
}
