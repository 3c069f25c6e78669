import type { ApiRequest } from "@/lib/http/answer";

/** A GET as the front has read it. */
export interface Read {
  url: string;
  /** As node gives them. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** As Next hands it over; null where a header cannot be one. */
export function requestOf({ url, headers: given }: Read): ApiRequest | null {
  const headers = new Headers();
  try {
    for (const name in given) headers.set(name, String(given[name]));
  } catch {
    return null;
  }
  return { method: "GET", url: `http://localhost${url}`, headers, body: null };
}
