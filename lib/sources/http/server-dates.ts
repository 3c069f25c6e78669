import { isPublicAddress } from "./address-guard";
import { discard, networkTransport } from "./transport";
import { responseDate } from "./response-date";

const TIMEOUT_MS = 3000;

/** Sends a HEAD request to each address and reports its `Date` header. Failures and timeouts are ignored. */
export async function readServerDates(urls: readonly string[], onDate: (host: string, date: Date) => void): Promise<void> {
  const transport = networkTransport(isPublicAddress);
  await Promise.allSettled(
    urls.map(async (address) => {
      const url = new URL(address);
      const { headers, body } = await transport({ url, method: "HEAD", headers: {}, body: null, signal: AbortSignal.timeout(TIMEOUT_MS) });
      discard(body);
      const date = responseDate(headers);
      if (date) onDate(url.host, date);
    }),
  );
}
