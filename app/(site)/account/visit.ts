import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { z } from "zod";
import { currentSession } from "@/lib/http/session/account-session";
import type { AccountSession, Visit } from "@/lib/http/session/visit";
import { readInSession } from "@/lib/http/session/read-in-session";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { accountPage } from "@/lib/pages/account/overview";
import { hrefOf } from "@/lib/pages/address";
import { blockOf } from "@/lib/pages/block-answer";

export const visitOf = async (): Promise<Visit> => ({ cookies: await cookies(), headers: await headers() });

/** Who is signed in; read once for layout and page. */
export const findSession = cache(async (): Promise<AccountSession | null> => currentSession(await visitOf()));

/** The session of an account page. Who has none is sent to sign in, and comes back to `href`. */
export async function requireAccount(href: string): Promise<AccountSession> {
  const session = await findSession();
  if (!session) redirect(hrefOf(accountPage, { next: href }));
  return session;
}

/** The answer of an endpoint to the session's token, for one block of an account page. */
export const accountAnswer = <Target extends AnyEndpoint>(
  session: AccountSession,
  endpoint: Target,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<BlockOutcome<z.output<Target["response"]> & { captured_at: string | null; stale_after_seconds: number | null }>> =>
  blockOf(endpoint, () => readInSession(session, endpoint, query, params));
