import type { Db } from "@/db/client";
import { findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken } from "@/lib/money/base/access-token";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { fundedToken } from "./money";
import { request, type Answer } from "../server/request";

const CREDITS = 20;

export interface PremiumAnswer extends Answer {
  spent: number;
}

export type Query = Readonly<Record<string, string | undefined>>;

export async function premiumCall(
  db: Db,
  endpoint: AnyEndpoint,
  query: Query = {},
  params: Record<string, string> = {},
  body?: string,
): Promise<PremiumAnswer> {
  const { token, bearer } = await fundedToken(db, CREDITS);
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(parameters).toString();
  const path = endpoint.path.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const answer = await request(endpoint, search === "" ? path : `${path}?${search}`, {
    method: endpoint.method,
    headers: bearer,
    params,
    ...(body === undefined ? {} : { body }),
  });
  const holder = await findTokenHolder(db, hashToken(token), new Date());
  return { ...answer, spent: CREDITS - ((holder?.posted ?? 0) - (holder?.held ?? 0)) };
}

export async function refusalOf(db: Db, endpoint: AnyEndpoint, query: Query, params: Record<string, string> = {}) {
  const { status, body, spent } = await premiumCall(db, endpoint, query, params);
  return { status, error: body.error as string, charged: body.billing.credits_charged as number, spent };
}

export const refused = (status: number, error: string) => ({ status, error, charged: 0, spent: 0 });
