import { serviceTime } from "@/lib/config/clock";
import { ApiError } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { checkQuery } from "@/lib/http/call/parse";

/** Why a premium endpoint would refuse these parameters, for a page to say before payment. Null where it would not. */
export function refusalOf(endpoint: AnyEndpoint, query: Record<string, string>): string | null {
  try {
    checkQuery(endpoint, query, serviceTime());
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message.replaceAll("`", "");
    throw error;
  }
}
