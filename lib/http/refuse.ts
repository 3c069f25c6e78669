import { isPremiumPath } from "@/lib/domain/money/premium-path";
import type { ApiError } from "@/lib/errors";
import type { Answer, ApiRequest } from "./answer";
import { asApiError } from "./as-api-error";
import { withBilling } from "./steps/billing";
import { addressOf, takeFreeCall } from "./steps/limit";
import { errorAnswer, newRequestId } from "./steps/respond";
import { pathOf, targetOf } from "./target";

/** The answer to a call that failed. */
export async function failed(error: unknown, path: string, request: ApiRequest, limits: Readonly<Record<string, string>>): Promise<Answer> {
  const requestId = newRequestId();
  const requested = pathOf(targetOf(request.url));
  const failure = asApiError(error, path, requestId);
  return errorAnswer(isPremiumPath(requested) ? await withBilling(failure, request) : failure, requestId, requested, limits);
}

/** The answer to a call that no endpoint takes; it counts like a free one. */
export async function refuse(request: ApiRequest, error: ApiError): Promise<Answer> {
  const path = pathOf(targetOf(request.url));
  try {
    return await failed(error, path, request, await takeFreeCall(addressOf(request)));
  } catch (limited) {
    return failed(limited, path, request, {});
  }
}
