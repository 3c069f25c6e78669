import type { z } from "zod";
import { ApiError } from "@/lib/errors";
import { withStandIn } from "@/lib/money/tokens/access-token";
import { NOBODY } from "../build";
import { call } from "../call";
import type { AnyEndpoint } from "../endpoint";
import { requireHolder } from "../steps/billing";
import type { AccountSession } from "./account-session";

/** The answer of a free endpoint to the token of a session, for the pages of the account. Throws ApiError. */
export async function readInSession<Target extends AnyEndpoint>(
  { tokenHash }: Pick<AccountSession, "tokenHash">,
  endpoint: Target,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<z.output<Target["response"]> & { captured_at: string | null; stale_after_seconds: number | null }> {
  const { access } = endpoint;
  if (access.kind !== "token") throw new Error(`${endpoint.method} ${endpoint.path} is not declared with access \`token\``);
  if (tokenHash === null) throw new ApiError("token_required", "The account has no token in use. Create one first.");
  return withStandIn(tokenHash, async (token) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const holder = await requireHolder({ headers, method: endpoint.method, url: "", body: null }, access);
    return call(endpoint, query, params, { ...NOBODY, holder });
  });
}
