import { randomBytes } from "node:crypto";
import { getIronSession } from "iron-session";
import type { cookies } from "next/headers";
import { derivedPassword } from "@/lib/config/sealing-key";
import { SESSION_COOKIES } from "@/lib/config/session-cookies";
import { env } from "@/lib/config/env";
import { SIGNED_IN_HINT } from "@/lib/domain/pages/signed-in-hint";
import { SESSION_SECONDS } from "@/lib/money/sessions/sessions";
import { baseUrl } from "../own-address";

export type CookieJar = Awaited<ReturnType<typeof cookies>>;

const [PLAIN, HOST_ONLY] = SESSION_COOKIES;

const isHttps = (): boolean => env().isVercel || baseUrl().startsWith("https:");

/** On https only the cookie whose prefix binds it to this host is read: one without could come from a neighbouring host. */
function openCookie(jar: CookieJar) {
  const secure = isHttps();
  return getIronSession<{ secret?: string }>(jar, {
    cookieName: secure ? HOST_ONLY : PLAIN,
    password: derivedPassword("session-cookie"),
    ttl: SESSION_SECONDS,
    cookieOptions: { httpOnly: true, sameSite: "strict", secure, path: "/" },
  });
}

/** The session's secret; null without a cookie of ours. */
export const readSessionCookie = async (jar: CookieJar): Promise<string | null> => (await openCookie(jar)).secret ?? null;

export async function writeSessionCookie(jar: CookieJar, secret: string): Promise<void> {
  const cookie = await openCookie(jar);
  cookie.secret = secret;
  await cookie.save();
  jar.set(SIGNED_IN_HINT, randomBytes(8).toString("hex"), { sameSite: "strict", secure: isHttps(), path: "/", maxAge: SESSION_SECONDS });
}

export async function clearSessionCookie(jar: CookieJar): Promise<void> {
  (await openCookie(jar)).destroy();
  jar.set(SIGNED_IN_HINT, "", { path: "/", maxAge: 0 });
}
