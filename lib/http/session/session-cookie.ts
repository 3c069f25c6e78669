import { randomBytes } from "node:crypto";
import { sealData, unsealData } from "iron-session";
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

/** On https only the cookie whose prefix binds it to this host is read. Another could come from a neighbouring host. */
const nameOf = (secure: boolean): string => (secure ? HOST_ONLY : PLAIN);

const optionsOf = (secure: boolean) => ({ httpOnly: true, sameSite: "strict", secure, path: "/" }) as const;

const sealing = () => ({ password: derivedPassword("session-cookie"), ttl: SESSION_SECONDS });

/** The session's secret; null without a cookie of ours, whatever else a client sends by its name. RFC 6265 allows quotes around a value. */
export async function readSessionCookie(jar: Pick<CookieJar, "get">): Promise<string | null> {
  const sealed = jar.get(nameOf(isHttps()))?.value.replace(/^"(.*)"$/, "$1");
  if (!sealed) return null;
  const { secret } = await unsealData<{ secret?: string }>(sealed, sealing()).catch(() => ({ secret: undefined }));
  return secret ?? null;
}

export async function writeSessionCookie(jar: CookieJar, secret: string): Promise<void> {
  const secure = isHttps();
  const sealed = await sealData({ secret }, sealing());
  jar.set(nameOf(secure), sealed, { ...optionsOf(secure), maxAge: SESSION_SECONDS });
  jar.set(SIGNED_IN_HINT, randomBytes(8).toString("hex"), { sameSite: "strict", secure, path: "/", maxAge: SESSION_SECONDS });
}

export function clearSessionCookie(jar: CookieJar): void {
  const secure = isHttps();
  jar.set(nameOf(secure), "", { ...optionsOf(secure), maxAge: 0 });
  jar.set(SIGNED_IN_HINT, "", { path: "/", maxAge: 0 });
}
