import { isPremiumPath } from "@/lib/domain/money/premium-path";
import type { ApiError } from "@/lib/errors";
import type { Answer, ApiRequest } from "./answer";
import { asApiError } from "./as-api-error";
import { withBilling } from "./steps/billing";
import { addressOf, takeFreeCall } from "./steps/limit";
import { errorAnswer, newRequestId } from "./steps/respond";

/** Path and query as they came. */
export function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return path < 0 ? "/" : url.slice(path);
}

/** The answer to a call that failed. */
export async function failed(error: unknown, path: string, request: ApiRequest, limits: Readonly<Record<string, string>>): Promise<Answer> {
  const requestId = newRequestId();
  const target = targetOf(request.url).split("?", 1)[0] ?? "";
  const failure = asApiError(error, path, requestId);
  return errorAnswer(isPremiumPath(target) ? await withBilling(failure, request) : failure, requestId, target, limits);
}

/** The answer to a call that no endpoint takes; it counts like a free one. */
export async function refuse(request: ApiRequest, error: ApiError): Promise<Answer> {
  const path = targetOf(request.url).split("?", 1)[0] ?? "";
  try {
    return await failed(error, path, request, await takeFreeCall(addressOf(request)));
  } catch (limited) {
    return failed(limited, path, request, {});
  }
}
