import { ApiError } from "@/lib/errors";
import { withStandIn } from "@/lib/money/tokens/access-token";
import { NOBODY } from "../build";
import { callHere, type AnswerOf } from "../call";
import type { AnyEndpoint } from "../endpoint";
import { byEngine, type Engine } from "../engine";
import { requireHolder } from "../steps/billing";
import type { AccountSession } from "./visit";

export const readInSessionHere: Engine["readInSession"] = async ({ tokenHash }, endpoint, query, params) => {
  const { access } = endpoint;
  if (access.kind !== "token") throw new Error(`${endpoint.method} ${endpoint.path} is not declared with access \`token\``);
  if (tokenHash === null) throw new ApiError("token_required", "The account has no token in use. Create one first.");
  return withStandIn(tokenHash, async (token) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const holder = await requireHolder({ headers, method: endpoint.method, url: "", body: null }, access);
    return callHere(endpoint, query, params, { ...NOBODY, holder });
  });
};

/** The answer of a free endpoint to the token of a session, for the pages of the account. Throws ApiError. */
export const readInSession = <Target extends AnyEndpoint>(
  session: Pick<AccountSession, "tokenHash">,
  endpoint: Target,
  query: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
): Promise<AnswerOf<Target>> =>
  byEngine("readInSession", readInSessionHere, [session, endpoint, query, params]) as Promise<AnswerOf<Target>>;
