import type { AnyEndpoint } from "@/lib/http/endpoint";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { listPaymentTokens } from "@/lib/endpoints/payment/tokens";
import { deletePaymentToken } from "@/lib/endpoints/payment/tokens/[id]";
import { createPaymentToken } from "@/lib/endpoints/payment/tokens/create";
import { rotatePaymentToken } from "@/lib/endpoints/payment/tokens/rotate";
import { request, type Answer } from "../server/request";
import { bearer } from "./paid-calls";

export const post = (endpoint: AnyEndpoint, token: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  request(endpoint, endpoint.path, {
    method: "POST",
    headers: { ...bearer(token).headers, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
export const create = (token: string, name = "worker", headers: Record<string, string> = {}) =>
  post(createPaymentToken, token, { name }, headers);
export const rotate = (token: string, grace_seconds: number, headers: Record<string, string> = {}) =>
  post(rotatePaymentToken, token, { grace_seconds }, headers);
export const end = (token: string, id: number, query = "") =>
  request(deletePaymentToken, `/api/payment/tokens/${id}${query}`, { method: "DELETE", params: { id: String(id) }, ...bearer(token) });
export const listed = async (token: string) => (await request(listPaymentTokens, listPaymentTokens.path, bearer(token))).body;
export const stateOf = async (token: string): Promise<string> => {
  const { status, body } = await request(paymentBalance, paymentBalance.path, bearer(token));
  return status === 200 ? "accepted" : body.error;
};
export const errorOf = ({ status, body }: Answer): [number, string] => [status, body.error];
