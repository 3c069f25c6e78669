import { ApiError } from "@/lib/errors";
import { NOBODY } from "../call/build";
import { answerTo, readAnswer, type AnswerOf } from "./call";
import type { AnyEndpoint } from "../endpoint";
import { byEngine, type Engine } from "./engine";
import { requireHolder } from "../call/billing";
import type { AccountSession } from "./visit";

export const answerToTokenHere: Engine["answerToToken"] = async (endpoint, tokenHash, query, params) => {
  const { access } = endpoint;
  if (access.kind !== "token") throw new Error(`${endpoint.method} ${endpoint.path} is not declared with access \`token\``);
  const holder = await requireHolder({ headers: new Headers(), tokenHash }, access);
  return answerTo({ ...NOBODY, holder, tokenHash }, endpoint, query, params);
};

/** The answer of a free endpoint to the token of a session, for the pages of the account. Throws ApiError. */
export async function readInSession<Target extends AnyEndpoint>(
  { tokenHash }: Pick<AccountSession, "tokenHash">,
  endpoint: Target,
  query: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, string>> = {},
): Promise<AnswerOf<Target>> {
  if (tokenHash === null) throw new ApiError("token_required", "The account has no token in use. Create one first.");
  return readAnswer(await byEngine("answerToToken", answerToTokenHere, [endpoint, tokenHash, query, params]));
}
