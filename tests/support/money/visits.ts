import { ResponseCookies } from "next/dist/compiled/@edge-runtime/cookies";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import type { Visit } from "@/lib/http/session/visit";

export interface Browser extends Visit {
  /** `Set-Cookie` lines so far. */
  written(): string[];
  /** Another browser with a copy of this one's cookies. */
  copy(): Browser;
}

let visits = 0;

/** A browser on a page of the site: it keeps cookies as Next's answer sets them. */
export function browserAt(origin: string, kept: readonly (readonly [string, string])[] = []): Browser {
  const answer = new Headers();
  const jar = new ResponseCookies(answer);
  for (const [name, value] of kept) jar.set(name, value);
  const headers = new Headers({ origin, host: new URL(origin).host, [ADDRESS_HEADER]: `198.51.100.${++visits % 250}` });
  return {
    cookies: jar as unknown as Visit["cookies"],
    headers,
    written: () => answer.getSetCookie(),
    copy: () =>
      browserAt(
        origin,
        jar.getAll().map(({ name, value }) => [name, value] as const),
      ),
  };
}
