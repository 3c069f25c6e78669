import type { Session } from "@/lib/money/sessions/sessions";
import type { CookieJar } from "./session-cookie";

/** The cookies and headers of the request that a page or a server action answers. */
export interface Visit {
  cookies: CookieJar;
  headers: Headers;
}

/** Who is signed in, with the secret of the cookie. */
export type AccountSession = Session & { secret: string };

/** For whom a form makes a call: its limit is that of the address. */
export interface FormCaller {
  address: string;
  /** Null for a reader who is not signed in. */
  tokenHash: string | null;
}

/** A call that a form makes for the account of the session. */
export interface SessionCall {
  query?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
  /** Made when the form was rendered; a call that costs credits needs it. */
  idempotencyKey?: string;
}
