import { isPremiumPath } from "@/lib/domain/money/premium-path";
import type { ApiError } from "@/lib/errors";
import type { ApiRequest, SentResponse } from "../answer";
import { asApiError } from "./as-api-error";
import { withBilling } from "./billing";
import { countRequest } from "../limits/count-request";
import { errorAnswer, newRequestId } from "./respond";
import { pathOf, targetOf } from "../target";

export async function failureAnswer(
  error: unknown,
  path: string,
  request: ApiRequest,
  limits: Readonly<Record<string, string>>,
): Promise<SentResponse> {
  const requestId = newRequestId();
  const requested = pathOf(targetOf(request.url));
  const failure = asApiError(error, path, requestId);
  return errorAnswer(isPremiumPath(requested) ? await withBilling(failure, request) : failure, requestId, requested, limits);
}

/** Answers a call that no endpoint handles; it counts as a free call. */
export async function refuse(request: ApiRequest, error: ApiError): Promise<SentResponse> {
  const path = pathOf(targetOf(request.url));
  try {
    return await failureAnswer(error, path, request, await countRequest(request));
  } catch (limited) {
    return failureAnswer(limited, path, request, {});
  }
}
